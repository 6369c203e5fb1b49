"""From bytes to lines: containers, encodings, record formats, carriage control, log columns."""
