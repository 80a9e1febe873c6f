import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkUrl, isLocalHost, URL_CHARS_MAX, withScheme } from "./url.ts";

describe("§5 links without a scheme get https:// prepended", () => {
  it.each([
    ["example.com", "https://example.com"],
    ["  example.com/a b ", "https://example.com/a b"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["localhost:3000", "https://localhost:3000"],
    ["//cdn.example.com/x", "https://cdn.example.com/x"],
    ["http://example.com", "http://example.com"],
    ["HTTPS://example.com", "HTTPS://example.com"],
    ["mailto:me@example.com", "mailto:me@example.com"],
    ["tel:+15551234", "tel:+15551234"],
    ["sms:+15551234", "sms:+15551234"],
    ["tel:123", "tel:123"],
    ["münchen.de:8080", "https://münchen.de:8080"],
    ["\u200b\ufeffexample.com\u200d", "https://example.com"],
    ["javascript:alert(1)", "javascript:alert(1)"],
    ["   ", ""],
    ["me@example.com", "mailto:me@example.com"],
    [" Me.Too+x@Shop.Example.com ", "mailto:Me.Too+x@shop.example.com"],
    ["me@example.com/x", "https://me@example.com/x"],
  ])("%j becomes %j", (raw, written) => {
    expect(withScheme(raw)).toBe(written);
  });
});

describe("§5 the URL gate lets ordinary URLs through", () => {
  it.each([
    ["example.com", "https://example.com"],
    ["https://example.com/", "https://example.com/"],
    ["https://EXAMPLE.com/Path?Q=1#F", "https://example.com/Path?Q=1#F"],
    ["http://example.com", "http://example.com"],
    ["https://example.com?x=1", "https://example.com/?x=1"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["https://münchen.de/straße", "https://xn--mnchen-3ya.de/stra%C3%9Fe"],
    ["https://例え.jp", "https://xn--r8jz45g.jp"],
    ["https://example.com/👩‍💻", "https://example.com/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"],
    ["https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=abc", undefined],
    ["https://www.tiktok.com/@someone/video/7123", undefined],
    ["https://medium.com/@someone", undefined],
    ["https://example.com/100%25-off", undefined],
    ["https://shop.example.com/?next=https%3A%2F%2Fexample.com%2Fa", undefined],
    ["https://example.com/data:image", undefined],
    ["http://8.8.8.8/x", undefined],
    ["http://[2606:4700::1111]/", undefined],
    ["https://localhost.example.com/", undefined],
    ["https://10.0.0.1.example.com/", undefined],
    ["mailto:me@example.com?subject=Hi%20you", undefined],
    ["tel:+1 (555) 123-4567", "tel:+1(555)123-4567"],
    ["me@example.com", "mailto:me@example.com"],
    ["javascript@example.com", "mailto:javascript@example.com"],
    ["me@münchen.de", "mailto:me@xn--mnchen-3ya.de"],
    ["\u200eme@example.com\u202c", "mailto:me@example.com"],
    ["sms:+15551234567?body=Hi", undefined],
    ["mailto:me@example.com?subject=Hi&body=One%0D%0ATwo", undefined],
  ])("%j", (raw, url) => {
    expect(checkUrl(raw)).toEqual({ ok: true, url: url ?? raw });
  });
});

describe("§5 the URL gate refuses protocols other than web, e-mail, and phone", () => {
  it.each([
    ..."javascript:alert(1) JaVaScRiPt:alert(1) data:text/html,x data:image/png;base64,AA vbscript:x".split(
      " ",
    ),
    ..."file:///etc/passwd ftp://example.com blob:https://example.com/x about:blank".split(" "),
    ..."browser-extension://x chrome-extension://x moz-extension://x intent://x ws://example.com".split(" "),
    ..."view-source:https://example.com chrome://settings custom:x javascript:80 steam://run".split(" "),
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    " \u200bjavascript:alert(1)",
    "java\u200bscript:alert(1)",
    "java\u00adscript:alert(1)",
    "\u{e0020}javascript:alert(1)",
    "ｊａｖａｓｃｒｉｐｔ:alert(1)",
    "javascript://example.com/%0aalert(1)",
    "@javascript:alert(1)",
    "me@javascript:alert(1)",
    "@data:text/html,x",
    "data:me@example.com",
    "@ｊavascript:alert(1)",
    "ftp:me@example.com",
  ])("%j", (raw) => {
    expect(checkUrl(raw)).toEqual({ ok: false, reason: "dangerous" });
    expect(checkUrl(raw, { allowLocal: true })).toEqual({ ok: false, reason: "dangerous" });
  });
});

describe("§5 the URL gate refuses suspicious content", () => {
  it.each([
    "https://example.com/javascript:alert(1)",
    "https://example.com/?next=javascript:alert(1)",
    "https://example.com/?next=javascript%3Aalert(1)",
    "https://example.com/?next=%6Aavascript%3aalert(1)",
    "https://example.com/?next=java%0Ascript:alert(1)",
    "https://example.com/?u=vbscript:x",
    "https://example.com/?u=data:text/html,x",
    "https://example.com/?u=DATA%3Atext%2Fhtml,x",
    "https://example.com/<script>alert(1)</script>",
    "https://example.com/%3CScRiPt%3E",
    "https://google.com@127.0.0.1/",
    "https://google.com@example.com/",
    "https://user:password@example.com/",
    "https://@example.com/",
    "me@example.com/path",
    "me@example.com:8080",
    "me@example.com?cc=all@example.com",
    "me@example.com\\x",
    "me@example.com\r\nbcc:all@example.com",
    "me@exam\u202eple.com",
    "//me@example.com",
    "https://example.com\\@127.0.0.1/",
    "https:\\\\example.com",
    "https://ex%61mple.com/",
    "https://example.com/\u0000",
    "java\nscript:alert(1)",
    '"javascript:alert(1)"',
    "https://example.com/a\tb",
    "https://example.com/\ud800",
    "https://example.com/\u202egpj.exe",
    'tel:"><img src=x onerror=alert(1)>1',
    "mailto:<b>@example.com",
    "mailto:me@example.com%0D%0Abcc:all@example.com",
    "mailto:me@example.com?subject=Hi%0d%0aBcc:%20all@example.com",
    "mailto:me@example.com?body=Hi&cc=a%0Ab",
    "tel:+1555%0a1234",
  ])("%j", (raw) => {
    expect(checkUrl(raw, { allowLocal: true })).toEqual({ ok: false, reason: "dangerous" });
  });
});

const LOCAL = [
  ..."127.0.0.1 127.1 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001 127.0.0.1. 127.0.0.1:8080".split(
    " ",
  ),
  ..."0 0.0.0.0 10.0.0.1 10.1 172.16.0.1 172.31.255.255 192.168.1.1 192.168.257 169.254.169.254".split(" "),
  ..."100.64.0.1 100.127.255.254 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 198.18.0.1 192.0.2.1".split(
    " ",
  ),
  ..."localhost LOCALHOST localhost. localhost.. localhost:3000 a.localhost a.b.localhost.".split(" "),
  ..."printer.local router.lan api.internal db.corp nas.home.arpa x.localdomain".split(" "),
  ..."[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]".split(" "),
  ..."[64:ff9b::127.0.0.1] [64:ff9b:1::a00:1] [2002:7f00:1::] [2002:a00:1::1] [fc00::1] [fd12:3456::1]".split(
    " ",
  ),
  ..."[fe80::1] [fec0::1] [ff02::1] [2001:db8::1] [2001:0:4136:e378::1] [::ffff:0:127.0.0.1] [100::1]".split(
    " ",
  ),
  ..."①②⑦.0.0.1 １２７.0.0.1 127。0。0。1 127．0．0．1 ⓛocalhost ｌｏｃａｌｈｏｓｔ 𝟏𝟐𝟕.𝟎.𝟎.𝟏 localhost。".split(
    " ",
  ),
];

describe("§5 on a public host the URL gate refuses private and local addresses, however they're written", () => {
  it.each(LOCAL)("%s", (host) => {
    expect(checkUrl(`http://${host}/`)).toEqual({ ok: false, reason: "dangerous" });
  });

  it.each([
    "http:127.0.0.1",
    "http:/127.0.0.1",
    "https:///127.0.0.1",
    "//127.0.0.1",
    "127.0.0.1/x",
    "[::1]:80",
  ])("%s", (raw) => {
    expect(checkUrl(raw)).toEqual({ ok: false, reason: "dangerous" });
  });

  it("refuses a percent-encoded host", () => {
    expect(checkUrl("http://%31%32%37.0.0.1/")).toEqual({ ok: false, reason: "dangerous" });
    expect(checkUrl("http://loc%61lhost/")).toEqual({ ok: false, reason: "dangerous" });
  });

  it("allows them only on request, and stores what they mean", () => {
    expect(checkUrl("http://2130706433/x", { allowLocal: true })).toEqual({
      ok: true,
      url: "http://127.0.0.1/x",
    });
    expect(checkUrl("localhost:3000", { allowLocal: true })).toEqual({
      ok: true,
      url: "https://localhost:3000",
    });
  });

  it("refuses every private IPv4 address in decimal, octal, and hexadecimal form", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const prefix = fc.constantFrom([10], [127], [192, 168], [169, 254], [0]);
    fc.assert(
      fc.property(prefix, octet, octet, octet, (first, ...rest) => {
        const bytes = [...first, ...rest].slice(0, 4);
        const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
        for (const host of [
          String(value),
          `0x${value.toString(16)}`,
          `0${value.toString(8)}`,
          bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
          bytes.map((byte) => `0${byte.toString(8)}`).join("."),
        ]) {
          expect(checkUrl(`http://${host}`)).toEqual({ ok: false, reason: "dangerous" });
        }
      }),
    );
  });
});

describe("§5 the URL gate says what's wrong with text that isn't a URL", () => {
  it.each([
    ["", "empty"],
    [" \n\u200b\ufeff", "empty"],
    ["hello", "not_a_url"],
    ["hello world", "not_a_url"],
    ["https://", "not_a_url"],
    ["https:///path", "not_a_url"],
    ["http://256.256.256.256", "not_a_url"],
    ["http://1.2.3.4.5", "not_a_url"],
    ["https://a..example.com", "not_a_url"],
    ["https://-example.com", "not_a_url"],
    ["https://example.c", "not_a_url"],
    ["https://exa$mple.com", "not_a_url"],
    ["https://example.com:99999", "not_a_url"],
    ["http://[::1", "not_a_url"],
    [`https://${"a".repeat(64)}.com`, "not_a_url"],
    ["tel:", "not_a_url"],
    ["tel:call me", "not_a_url"],
    ["mailto:", "not_a_url"],
    ["@handle", "not_a_url"],
    ["@", "not_a_url"],
    ["me@", "not_a_url"],
    ["a@b@c", "not_a_url"],
    ["a@b@example.com", "not_a_url"],
    ["my name@example.com", "not_a_url"],
    ["me@exam ple.com", "not_a_url"],
    ["@ha\u200fndle", "not_a_url"],
    ["me@gmail", "not_a_url"],
    ["me@localhost", "not_a_url"],
    ["me@printer.local", "not_a_url"],
    ["me@127.0.0.1", "not_a_url"],
    ["me@[::1]", "dangerous"],
    ["me%0abcc@example.com", "not_a_url"],
    ["me@%65xample.com", "not_a_url"],
    ["https://example.com/a\nhttps://example.com/b", "not_a_url"],
    [`${"a".repeat(65)}@example.com`, "not_a_url"],
    [`@${"a".repeat(URL_CHARS_MAX)}`, "too_long"],
    [`https://example.com/${"a".repeat(URL_CHARS_MAX)}`, "too_long"],
    [`https://example.com/${"ü".repeat(1000)}`, "too_long"],
    ["x".repeat(1_000_000), "too_long"],
  ])("%.40j is %s", (raw, reason) => {
    expect(checkUrl(raw)).toEqual({ ok: false, reason });
  });

  it("never throws, and accepts its own answers unchanged", () => {
    const host = fc.constantFrom(
      "example.com",
      "①.example.com",
      "localhost",
      "127.1",
      "[::1]",
      "é.fr",
      "a_b.co",
    );
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc
        .tuple(
          fc.constantFrom("", "//", "http:", "https://", "mailto:", "tel:", "me@", "@"),
          host,
          fc.string(),
        )
        .map((p) => p.join("")),
    );
    fc.assert(
      fc.property(anything, (raw) => {
        const first = checkUrl(raw);
        if (first.ok) expect(checkUrl(first.url)).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });
});

it("tells a local host from a public one", () => {
  expect(
    ["localhost", "127.0.0.1", "[::1]", "10.1.2.3", "a.local", "LOCALHOST."].map(isLocalHost),
  ).not.toContain(false);
  expect(["example.com", "8.8.8.8", "[2606:4700::1111]", "localhost.com"].map(isLocalHost)).not.toContain(
    true,
  );
});

it.each([
  ['"https://example.com/a"', "https://example.com/a"],
  [" ‘https://example.com/a’ ", "https://example.com/a"],
  ["“https://example.com/a”", "https://example.com/a"],
  ["<https://example.com/a>", "https://example.com/a"],
  ["«example.com»", "https://example.com"],
  ["<me@example.com>", "mailto:me@example.com"],
  ["https://example.com/a\r\n  b?c=d\n", "https://example.com/ab?c=d"],
  ["https://exam\u200bple.com/\u00ada", "https://example.com/a"],
  ["\u202ahttps://example.com/a\u202c", "https://example.com/a"],
])("what pasting adds is no part of a URL: %j", (raw, url) => {
  expect(checkUrl(raw)).toEqual({ ok: true, url });
});
