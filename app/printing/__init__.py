"""What commands print: JSON documents, tables, advice as text."""
