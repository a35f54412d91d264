"""Values, bodies, parameters and ids that are meant to do harm."""

import json

#: Raw JSON for the place of a value. Each is valid JSON, so the answer is about the value, not the form.
SHORT_VALUES = {
    "null": "null",
    "true": "true",
    "-1": "-1",
    "0": "0",
    "1.9": "1.9",
    "text of a number": '"1"',
    "2^63": str(2**63),
    "a huge float": "1e308",
    "NaN as text": '"NaN"',
    "empty text": '""',
    "NUL": r'"a\u0000b"',
    "empty list": "[]",
    "empty object": "{}",
    "list of null": "[null]",
    "text": json.dumps("x" * 1_001),
    "no such day": '"2026-02-30"',
    "infinity": '"infinity"',
    "bidirectional": json.dumps("e\u0301\u202e\u2066\u200b\ufeff🧾"),
}

VALUES = SHORT_VALUES | {
    "false": "false",
    "-0.0": "-0.0",
    "2^53 + 1": str(2**53 + 1),
    "-2^63 - 1": str(-(2**63) - 1),
    "2^64": str(2**64),
    "a huge negative float": "-1e308",
    "the least float": "5e-324",
    "less than the least float": "1e-400",
    "20 digits": "99999999999999999999.999999",
    "Infinity as text": '"Infinity"',
    "1e400 as text": '"1e400"',
    "blank text": '" \\t\\n\\u00a0"',
    "nested list": "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
    "list of objects": '[{"a": [{"b": {}}]}]',
    "object": '{"id": "x", "$ne": null}',
    "year 0": '"0000-01-01"',
    "year 10000": '"10000-01-01"',
    "date without dashes": '"20260101"',
    "odd offset": '"2026-01-01T00:00:00+99:99"',
    "last moment": '"9999-12-31T23:59:59-14:00"',
    "digits of another script": json.dumps("٢٠٢٦-٠١-٠١"),
    "line ends": r'"a\r\nSet-Cookie: b=c\r\n\r\n<html>"',
    "statement": '"\'; DROP TABLE customers; --"',
    "placeholders": '"%s %(id)s {0} {{7*7}} ${jndi:x} %"',
    "markup": '"<script>alert(1)</script><pdf:include src=\\"file:///etc/passwd\\">"',
    "backslash": r'"\\"',
    "an id of nothing": '"cus_01K00000000000000000000000"',
    "31 characters": json.dumps("x" * 31),
}

#: The same, too large to be sent many at once.
LARGE_VALUES = {
    "long text": json.dumps("x" * 100_000),
    "20,000 elements": "[" + "0," * 19_999 + "0]",
    "20,000 keys": "{" + ",".join(f'"k{n}":0' for n in range(20_000)) + "}",
}

#: Bodies that are no JSON object in UTF-8: 400, whatever the operation.
MALFORMED = {
    "nothing": b"",
    "blank": b"  ",
    "[ × 100,000": b"[" * 100_000,
    "[ × 100,000 closed": b"[" * 100_000 + b"]" * 100_000,
    "objects × 100,000": b'{"a":' * 100_000,
    "objects × 100,000 closed": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "null": b"null",
    "list": b"[]",
    "text": b'"name"',
    "number": b"1",
    "true": b"true",
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"amount": Infinity}',
    "-Infinity": b'{"amount": -Infinity}',
    "1e400": b'{"amount": 1e400}',
    "leading zeros": b'{"amount": 007}',
    "hexadecimal": b'{"amount": 0x10}',
    "bad UTF-8": b'{"name": "\xff"}',
    "overlong UTF-8": b'{"name": "\xc0\xaf"}',
    "surrogate in UTF-8": b'{"name": "\xed\xa0\x80"}',
    "lone surrogate": rb'{"name": "\ud800"}',
    "lone surrogate as key": rb'{"\ud800": 1}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "UTF-32": '{"name": "x"}'.encode("utf-32"),
    "byte order mark": b'\xef\xbb\xbf{"name": "x"}',
    "half a body": b'{"name": "x"',
    "two bodies": b'{"name": "x"} {"name": "y"}',
    "trailing comma": b'{"name": "x",}',
    "single quotes": b"{'name': 'x'}",
    "comment": b'{"name": "x"} // it',
    "raw NUL": b'{"name": "a\0b"}',
    "raw line end": b'{"name": "a\nb"}',
    "form": b"name=x",
    "multipart": b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
}

_WORDS = (
    "",
    "0",
    "-1",
    "1.5",
    "1e3",
    "+1",
    "%201",
    "0x1",
    "201",
    "2147483648",
    "9223372036854775808",
    "1" + "0" * 30,
    "9" * 5_000,
    "%D9%A1",
    "%00",
    "a%00b",
    "%ff",
    "%ED%A0%80",
    "%",
    "%25",
    "_",
    "%5C",
    "%25%5C",
    "%25" * 100,
    "*" * 255,
    "%F0%9F%A7%BE" * 255,
    "x" * 256,
    "x" * 8_000,
    "%27%3B%20DROP%20TABLE%20customers%3B--",
    "%0D%0ASet-Cookie:a=b",
    "1,2",
    "[]",
    "null",
    "true",
    "NaN",
    "%E2%80%AE",
)

_DAYS = (
    "2026-02-30",
    "2026-1-1",
    "1899-12-31",
    "0000-01-01",
    "10000-01-01",
    "20260101",
    "infinity",
    "-infinity",
    "now",
    "2026-01-01T00:00:00%2B99:99",
    "9999-12-31T23:59:59-14:00",
)

_MOMENTS = (
    "2026-01-01T",
    "2026-01-01T24:00:00Z",
    "2026-01-01T23:59:60Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00.9999999999Z",
    "2026-W01-1",
    "1900-01-01T00:00:00%2B14:00",
    "2999-12-31T23:59:59-14:00",
    "2026-01-01T00:00:00%20%20",
)

#: Query parameter values, percent-encoded: of any parameter, and of those that are days or moments.
PARAMETERS = _WORDS
DAYS = (*_DAYS, *_MOMENTS, "%00", "%ff", "x" * 8_000, "1" + "0" * 30, "%D9%A1", "null", "")

_WHATEVER = ("page", "limit", "q", "sort", "cursor", "status", "isActive", "from", "updatedSince")
#: Query strings that are more than one value.
ODD_QUERIES = [
    *(
        f"{name}=a&{name}=1"
        for name in ("page", "limit", "q", "sort", "cursor", "status", "isActive", "from", "updatedSince")
    ),
    "from=2026-01-01&to=2025-01-01",
    "from=2026-01-01&from=2026-01-01",
    "from[]=x&to[]=x&page=x&limit=x&q=%00",
    "page[]=1&limit[]=1&q[]=1&unknown=1&sort=name&%00=1&=1&organizationId=org_x&access_token=x",
]

#: What may stand where an id is meant, percent-encoded; none of them names anything.
IDS = (
    "x",
    "0",
    "-1",
    "null",
    "%20",
    "%00",
    "a%00b",
    "%0D%0A",
    "%ff",
    "%ED%A0%80",
    "%F0%9F%A7%BE",
    "..",
    "%2e%2e%2fetc",
    "%27",
    "%25",
    "%5C",
    "*",
    "{id}",
    "x" * 30,
    "x" * 31,
    "x" * 7_000,
    "cus_01k00000000000000000000000",
    "CUS_01K00000000000000000000000",
)

#: What may stand in a header.
IN_HEADERS = ("", " ", "\r\nX: y", "\xff" * 100, "x" * 10_000, '"', "%00", "\x00")
#: Headers that a request may be refused for, and those that nobody should look at.
TELLING_HEADERS = (
    "Authorization",
    "Content-Type",
    "Content-Length",
    "Content-Encoding",
    "Transfer-Encoding",
    "Idempotency-Key",
)
BORING_HEADERS = (
    "X-Request-Id",
    "Accept",
    "Host",
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "Cookie",
    "Range",
    "If-None-Match",
    "Expect",
    "Date",
)
