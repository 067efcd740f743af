"""What people read, in their language."""
