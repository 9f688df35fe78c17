from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shelters", "0001_initial")]

    operations = [
        migrations.AddIndex(
            model_name="site",
            index=models.Index(fields=["name"], name="sites_by_name"),
        ),
    ]
