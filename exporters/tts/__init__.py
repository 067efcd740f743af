"""What is known of Tabletop Simulator itself."""
