"""What every drawing is made with: colours, shapes as SVG, text in boxes."""
