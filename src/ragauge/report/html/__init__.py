"""The report as one HTML file: data in, a page that needs no network out."""
