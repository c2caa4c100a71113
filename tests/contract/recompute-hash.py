"""Reads a handoff package from stdin, bare or as `kernel handoff show ID --json` prints it, and prints its hash."""

import hashlib, json, sys

package = json.loads(sys.stdin.buffer.read().decode("utf-8"))
for wrapper in ("package", "document"):
    package = package.get(wrapper, package)
    package = json.loads(package) if isinstance(package, str) else package
del package["generated_at"]
text = json.dumps(package, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
print(hashlib.sha256(text.encode("utf-8")).hexdigest())
