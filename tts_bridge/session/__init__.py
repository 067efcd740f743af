"""One evening: the loop that joins link, observer, referee and journal."""
