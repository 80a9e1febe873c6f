import { describe, expect, it } from "vitest";
import { parseEmbed, supportServiceOf, supportUrl, timeLeft, timeLeftChangesAt } from "./blocks-rules.ts";
import { parseMarkup, plainWords } from "./page/markup.ts";
import { inPageOrder } from "./rows-rules.ts";

describe("embeds", () => {
  it.each([
    [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
    ],
    ["https://youtu.be/dQw4w9WgXcQ?si=x", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"],
    [
      "https://m.youtube.com/shorts/dQw4w9WgXcQ",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
    ],
    [
      "https://www.youtube.com/playlist?list=PLabcdefghij12345",
      "https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghij12345&autoplay=1",
    ],
    ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1"],
    [
      "https://vimeo.com/76979871/ab12cd34ef",
      "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=ab12cd34ef",
    ],
    [
      "https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=1",
      "https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC",
    ],
    [
      "https://soundcloud.com/mia/song-1",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fmia%2Fsong-1&auto_play=true&hide_related=true",
    ],
    [
      "https://www.tiktok.com/@mia.m/video/7106594312292453675?lang=en",
      "https://www.tiktok.com/player/v1/7106594312292453675?autoplay=1",
    ],
    [
      "https://www.instagram.com/mia/reel/CuZ6RkdsBqV/?igsh=1",
      "https://www.instagram.com/reel/CuZ6RkdsBqV/embed/",
    ],
  ])("%s plays", (address, frame) => {
    expect(parseEmbed(address)?.frame).toBe(frame);
    // What's stored is read again where it's shown.
    expect(parseEmbed(parseEmbed(address)?.url)?.frame).toBe(frame);
  });

  it.each([
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://evil.example/?youtube.com/watch?v=dQw4w9WgXcQ",
    'https://www.youtube.com/watch?v=dQw4w9WgXc"',
    "https://www.youtube.com/watch?v=../../../..",
    "https://www.youtube.com/@mia",
    "https://user@youtu.be/dQw4w9WgXcQ",
    "https://youtu.be:8443/dQw4w9WgXcQ",
    "https://vimeo.com/about",
    "https://open.spotify.com/user/mia",
    "https://soundcloud.com/a/b/c/d",
    "https://vm.tiktok.com/ZMabc/",
    "https://www.instagram.com/mia/",
    "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
    "",
    undefined,
    42,
  ])("%s doesn't", (address) => {
    expect(parseEmbed(address)).toBeUndefined();
  });
});

describe("tips", () => {
  it("fill in amounts where the service takes them", () => {
    expect(supportUrl("https://paypal.me/mia", 5, "EUR")).toBe("https://paypal.me/mia/5EUR");
    expect(supportUrl("https://www.paypal.com/paypalme/mia", 5, "USD")).toBe(
      "https://www.paypal.com/paypalme/mia/5USD",
    );
    expect(supportUrl("https://ko-fi.com/mia", 3, "EUR")).toBe("https://ko-fi.com/mia/3");
    expect(supportUrl("https://buy.stripe.com/abc", 4.5, "EUR")).toBe(
      "https://buy.stripe.com/abc?__prefilled_amount=450",
    );
    expect(supportUrl("https://buy.stripe.com/abc", 500, "JPY")).toBe(
      "https://buy.stripe.com/abc?__prefilled_amount=500",
    );
    expect(supportUrl("https://buymeacoffee.com/mia", 3, "EUR")).toBe("https://buymeacoffee.com/mia");
  });

  it("lead nowhere else", () => {
    const refused = [
      "https://ko-fi.com",
      "https://ko-fi.com.evil.example/mia",
      "http://ko-fi.com/mia",
      "https://a.example/x",
    ];
    expect(refused.map(supportServiceOf)).toEqual(refused.map(() => undefined));
  });
});

describe("countdowns", () => {
  const HOUR = 3_600_000;
  it.each([
    [59 * 60_000, "in less than an hour"],
    [HOUR, "in 1 hour"],
    [47.9 * HOUR, "in 47 hours"],
    [48 * HOUR, "in 2 days"],
    [95 * HOUR, "in 3 days"],
  ])("%d ms are %s", (left, text) => {
    expect(timeLeft(left)).toBe(text);
  });

  it("say when their words change, and those hold until then", () => {
    const end = 1000 * HOUR;
    for (let now = 0; now < end; now += 7.3 * HOUR) {
      const change = timeLeftChangesAt(end, now) ?? 0;
      expect(change).toBeGreaterThan(now);
      expect(timeLeft(end - (change - 1))).toBe(timeLeft(end - now));
      if (change < end) expect(timeLeft(end - change)).not.toBe(timeLeft(end - now));
    }
    expect(timeLeftChangesAt(end, end)).toBeUndefined();
  });
});

describe("markup", () => {
  it("knows bold words and links, and leaves everything else as it was typed", () => {
    expect(parseMarkup("Hi **all**, [shop](a.example) * x\n\n<b>[a](b c)</b>")).toEqual([
      [
        { text: "Hi " },
        { text: "all", isBold: true },
        { text: ", " },
        { text: "shop", url: "a.example" },
        { text: " * x" },
      ],
      [{ text: "<b>[a](b c)</b>" }],
    ]);
    expect(plainWords("**Hello**\n[world](a.example)")).toBe("Hello world");
  });

  it("takes time in proportion to the text", () => {
    const started = performance.now();
    for (const sign of ["[", "**", "[a](", "**a", "[a](b"]) parseMarkup(sign.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

it("puts what's in a group right below it, and leaves no row out", () => {
  const row = (id: string, parent_id: string | null = null, kind = "link") => ({ id, kind, parent_id });
  const rows = [
    row("a", "g"),
    row("b"),
    row("g", null, "group"),
    row("c", "gone"),
    row("d", "g"),
    row("h", "g", "group"),
  ];
  expect(inPageOrder(rows).map(({ id }) => id)).toEqual(["b", "g", "a", "d", "c", "h"]);
});
