"""A month of many people in minutes, through the real code: `manage.py simulate`.

People read the bytes of real mails and answer by real mails; nothing of the host is replaced but what stands
outside it: the relay, the time, and the chance of this process. What is measured is measured from outside, by
the mails as they were received and by rows of the database.
"""
