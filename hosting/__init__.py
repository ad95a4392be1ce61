"""Postbord: a host for games played slowly, by mail and on the web."""
