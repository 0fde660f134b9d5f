"""The rows of the table: each module has the names of its rows and measures those that are asked for."""
