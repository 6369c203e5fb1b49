"""The inspector: settings and measured figures of what is selected."""
