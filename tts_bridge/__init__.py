"""The application: link to a table, referee, headless table, command line."""
