"""The External Editor API: messages, the link, sharing it with an editor."""
