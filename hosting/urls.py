"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("account/", include("allauth.urls")),
    path("moderation/", admin.site.urls),
]
