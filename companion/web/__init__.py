"""The pages: a thin door to the tables and the print shop. `companion.web.app.create_app` makes them."""
