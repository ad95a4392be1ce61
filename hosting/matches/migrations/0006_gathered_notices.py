from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_clock"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "your turn"),
                    ("answer", "answer"),
                    ("reminder", "reminder"),
                    ("expired", "your turn was ended"),
                    ("started", "the match started"),
                    ("deal_ended", "a deal ended"),
                    ("match_ended", "the match ended"),
                    ("paused", "paused"),
                    ("resumed", "resumed"),
                    ("voided", "declared void"),
                    ("broken", "stopped by a fault"),
                    ("moved", "deadline moved"),
                    ("held", "please confirm"),
                    ("sign_in", "sign-in code"),
                    ("moderators", "to the moderators"),
                    ("write_here", "where to write now"),
                    ("moves", "what others did"),
                    ("press", "what was said at the table"),
                    ("offer", "an offer"),
                    ("absence", "an announced absence"),
                    ("digest", "the daily email"),
                    ("host", "answer to an email to the host"),
                    ("confirm", "please confirm what you asked for"),
                    ("invitation", "an invitation"),
                    ("mail_test", "a test email"),
                    ("seat", "a seat changed hands"),
                    ("back_soon", "an offer to note an absence"),
                    ("wishes", "which emails are sent from now on"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="state",
            field=models.CharField(
                choices=[
                    ("new", "waiting"),
                    ("leased", "being sent"),
                    ("sent", "sent"),
                    ("dropped", "overtaken"),
                    ("failed", "given up"),
                    ("gathered", "for the daily email"),
                    ("unwanted", "not wanted"),
                ],
                default="new",
                max_length=8,
                verbose_name="state",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("state", "gathered")), fields=["player"], name="notice_gathered"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(
                    ("state", "sent"), models.Q(("kind__in", ["turn", "answer"]), _negated=True)
                ),
                fields=["player", "sent_at"],
                name="notice_counted",
            ),
        ),
    ]
