import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, cutChars, initials, isBlank, TEXT_CHARS_MAX, visibleText } from "./text.ts";

describe("§5 the text sanitiser", () => {
  it.each([
    ["trims", "  hello \n", "hello"],
    ["strips script blocks", "a<script>alert(1)</script>b", "ab"],
    ["strips script blocks with attributes and line breaks", 'a<SCRIPT src="x"\n>x\ny</ScRiPt >b', "ab"],
    ["strips iframe blocks", "a<iframe src=//x>y</iframe>b", "ab"],
    ["strips several blocks", "<script>1</script>a<iframe>2</iframe>b<script>3</script>c", "abc"],
    ["strips a block's tag that is never closed", "a<script src=x>b", "ab"],
    ["strips a block's tag that is never finished", "a<script src=x", "a"],
    ["strips an end that was never opened", "a</script>b", "ab"],
    ["strips nested blocks", "a<scr<script>ipt>alert(1)</scr</script>ipt>b", "ab"],
    ["strips blocks put together by a NUL", "<scr\u0000ipt>x</script>y", "y"],
    ["strips javascript: prefixes", "JavaScript:alert(1)", "alert(1)"],
    ["strips vbscript: prefixes", "vbscript:x", "x"],
    ["strips prefixes put together by what is stripped", "javajavascript:script:alert(1)", "alert(1)"],
    ["strips prefixes with a tab inside", "java\tscript:alert(1)", "alert(1)"],
    ["strips inline event attributes", '<img src=x onerror="alert(1)">', "<img src=x >"],
    ["strips unquoted event attributes", "<img src=x onerror=alert(1)>", "<img src=x >"],
    ["strips event attributes after a slash or quote", `"/onclick = 'x' y`, '"/ y'],
    [
      "removes C0 controls and keeps tabs and line breaks",
      "a\u0000\u0007\u001bb\tc\nd\r\ne\rf",
      "ab\tc\nd\ne\nf",
    ],
    ["removes lone surrogates", "a\ud800b\udc00c", "abc"],
    ["removes direction overrides", "a\u202eb\u2066c\u2069\u202c", "abc"],
    ["keeps right-to-left text and its marks", "شكرا\u200f (2024) עברית", "شكرا\u200f (2024) עברית"],
    ["keeps emoji made of several", "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽", "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽"],
    ["keeps combining marks", "Zoe\u0308 नमस्ते", "Zoe\u0308 नमस्ते"],
    [
      "keeps ordinary words",
      "Open online = yes, once=1; scripture & iframes < 3 > 2",
      "Open online = yes, once=1; scripture & iframes < 3 > 2",
    ],
  ])("%s", (_, raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it("cuts to 1000 characters by default, or to the field's limit", () => {
    expect(cleanText("a".repeat(5000))).toHaveLength(TEXT_CHARS_MAX);
    expect(cleanText("a".repeat(50), 20)).toHaveLength(20);
    expect(cleanText("a b".repeat(10), 2)).toBe("a");
  });

  it("never splits a visible character", () => {
    expect(cleanText("abc👍", 4)).toBe("abc");
    expect(cleanText("a👩‍👩‍👧‍👦b", 8)).toBe("a");
    expect(cleanText("xye\u0301", 3)).toBe("xy");
    expect(cleanText(`e${"\u0301".repeat(2000)}`, 100)).toHaveLength(100);
  });

  it("leaves text it has already cleaned unchanged, and leaves nothing that runs", () => {
    const piece = fc.constantFrom(
      ..."<script> </script> <scr ipt> < > javascript: java script: onerror= onclick onload =x \" ' iframe <iframe".split(
        " ",
      ),
      ...[" ", "\t", "\u0000", "👩‍👩‍👧‍👦", "\u202e", "é"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const clean = cleanText(pieces.join(""));
        expect(cleanText(clean)).toBe(clean);
        expect(clean).not.toMatch(
          /<script\b|<iframe\b|javascript:|vbscript:|(?<![\p{L}\p{N}_])on(?:error|click|load)\s*=/iu,
        );
        expect(clean.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("handles 100 KB of worst-case input right away", () => {
    const size = 100_000;
    const worst = [
      "<script>",
      "<script",
      "<script </script",
      "</script ",
      "<iframe a='",
      "<scr<script>ipt>",
      "javascript:",
      "j\n\n",
      "on",
      "onclick =",
      'onclick="',
      "onclick='x onclick=\"",
      "e\u0301",
      "\u0301",
      "👩‍",
      " ",
      "\ud800",
    ].map((piece) => piece.repeat(Math.ceil(size / piece.length)));
    worst.push(
      `${"<scr".repeat(size / 20)}<script>${"ipt>".repeat(size / 20)}`,
      `onclick${" ".repeat(size)}x`,
    );
    worst.push(`${"java".repeat(size / 22)}javascript:${"script:".repeat(size / 22)}`);
    // Linear work takes about 1 ms here, quadratic work well over ten seconds.
    const QUADRATIC_MS = 5_000;
    for (const text of worst) {
      const started = performance.now();
      cleanText(text);
      expect([text.slice(0, 20), performance.now() - started < QUADRATIC_MS]).toEqual([
        text.slice(0, 20),
        true,
      ]);
    }
  });
});

it.each([
  ["", true],
  [" \t\n\u00a0\u3000", true],
  ["\u200b\u200d\ufeff\u2060\u00ad", true],
  ["\u2800\u3164\u115f", true],
  ["\u{e0041}", true],
  ["a", false],
  ["\u200b.", false],
  ["👍", false],
  ["مرحبا", false],
])("§5 text with nothing to see is blank: %j %s", (text, blank) => {
  expect(isBlank(text)).toBe(blank);
});

it.each([
  ["Ana", "A"],
  ["ana maria lopez", "AL"],
  ["  DJ  (Rex) ", "DR"],
  ["山田太郎", "山"],
  ["👩‍🎤 star", "S"],
  ["👩‍🎤", "👩‍🎤"],
  ["e\u0301mile zola", "E\u0301Z"],
  ["ßtar", "ß"],
  ["محمد علي", "مع"],
  ["7 Eleven", "7E"],
  ["\u200b", "?"],
  ["", "?"],
])("a name without a picture shows its initials: %j %s", (name, shown) => {
  expect(initials(name)).toBe(shown);
});

it("never splits a surrogate pair", () => {
  expect(cutChars("ab👍", 3)).toBe("ab");
  expect(cutChars("ab👍", 4)).toBe("ab👍");
});

it.each([
  ["  two\r\nlines\t ", "two\nlines"],
  ["a\0b\ud800c\u0007d", "abcd"],
  ["\u202egnp.exe\u2066", "gnp.exe"],
  ["\u200b\u2800\u3164 \ufeff", ""],
  ["\ud83d\udc69\u200d\ud83d\ude80", "\ud83d\udc69\u200d\ud83d\ude80"],
  ["<b> & {{ x }}", "<b> & {{ x }}"],
])("of what people wrote, what can be seen stays: %j", (raw, seen) => {
  expect(visibleText(raw)).toBe(seen);
});
