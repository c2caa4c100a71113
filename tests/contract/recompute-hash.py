"""Reads a handoff package from stdin, bare or as {"document": ...}, and prints its hash. Needs Python 3 alone."""

import hashlib, json, sys

package = json.loads(sys.stdin.buffer.read().decode("utf-8"))
if "document" in package:
    document = package["document"]
    package = json.loads(document) if isinstance(document, str) else document
del package["generated_at"]
text = json.dumps(package, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
print(hashlib.sha256(text.encode("utf-8")).hexdigest())
