import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { androidIntent, appLink } from "./app-links.ts";

describe("§1 a URL opens the app it belongs to", () => {
  it.each([
    ["https://www.youtube.com/@nora", "com.google.android.youtube", "youtube://www.youtube.com/@nora"],
    [
      "https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
      "com.google.android.youtube",
      "youtube://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
    ],
    [
      "https://youtu.be/dQw4w9WgXcQ?si=x",
      "com.google.android.youtube",
      "youtube://www.youtube.com/watch?v=dQw4w9WgXcQ",
    ],
    ["https://instagram.com/nora.sings/", "com.instagram.android", "instagram://user?username=nora.sings"],
    ["https://www.instagram.com/p/Cx1_y-z/", "com.instagram.android", null],
    ["https://www.instagram.com/reel", "com.instagram.android", null],
    ["https://www.threads.net/@nora", "com.instagram.barcelona", "barcelona://user?username=nora"],
    ["https://www.tiktok.com/@nora", "com.zhiliaoapp.musically", null],
    [
      "https://www.tiktok.com/@nora/video/7123456789012345678",
      "com.zhiliaoapp.musically",
      "snssdk1233://aweme/detail/7123456789012345678",
    ],
    ["https://vm.tiktok.com/ZMabc/", "com.zhiliaoapp.musically", null],
    ["https://x.com/nora", "com.twitter.android", "twitter://user?screen_name=nora"],
    ["https://mobile.twitter.com/nora/status/12", "com.twitter.android", "twitter://status?id=12"],
    ["https://x.com/home", "com.twitter.android", null],
    [
      "https://www.facebook.com/nora?ref=a&b",
      "com.facebook.katana",
      "fb://facewebmodal/f?href=https%3A%2F%2Fwww.facebook.com%2Fnora%3Fref%3Da%26b",
    ],
    ["https://m.me/nora", "com.facebook.orca", "fb-messenger://user-thread/nora"],
    ["https://open.spotify.com/intl-de/track/4uLU6h?si=1", "com.spotify.music", "spotify:track:4uLU6h"],
    ["https://open.spotify.com/artist/4uLU6h", "com.spotify.music", "spotify:artist:4uLU6h"],
    ["https://spotify.link/abc", "com.spotify.music", null],
    [
      "https://wa.me/4915112345678?text=Hi%20%26%20bye",
      "com.whatsapp",
      "whatsapp://send?phone=4915112345678&text=Hi%20%26%20bye",
    ],
    ["https://wa.me/message/ABC", "com.whatsapp", null],
    ["https://chat.whatsapp.com/AbC12", "com.whatsapp", "whatsapp://chat?code=AbC12"],
    ["https://t.me/durov", "org.telegram.messenger", "tg://resolve?domain=durov"],
    ["https://t.me/durov/12", "org.telegram.messenger", "tg://resolve?domain=durov&post=12"],
    ["https://t.me/+AbC-1_x", "org.telegram.messenger", "tg://join?invite=AbC-1_x"],
    ["https://t.me/joinchat/AbC", "org.telegram.messenger", "tg://join?invite=AbC"],
    ["https://t.me/s/durov", "org.telegram.messenger", null],
    [
      "https://www.amazon.co.uk/dp/B08N5WRWNW?tag=nora-21",
      "com.amazon.mShop.android.shopping",
      "com.amazon.mobile.shopping.web://www.amazon.co.uk/dp/B08N5WRWNW?tag=nora-21",
    ],
    ["https://www.twitch.tv/nora", "tv.twitch.android.app", "twitch://stream/nora"],
    ["https://www.twitch.tv/nora/clip/x", "tv.twitch.android.app", null],
    [
      "https://www.linkedin.com/in/nora-s%C3%A4ngerin/",
      "com.linkedin.android",
      "linkedin://in/nora-s%C3%A4ngerin",
    ],
    ["https://www.pinterest.de/nora/", "com.pinterest", "pinterest://user/nora"],
    ["https://www.pinterest.com/pin/123/", "com.pinterest", "pinterest://pin/123"],
    ["https://pin.it/abc", "com.pinterest", null],
    ["https://www.snapchat.com/add/nora", "com.snapchat.android", "snapchat://add/nora"],
    ["https://soundcloud.com/nora/song", "com.soundcloud.android", null],
    [
      "https://music.apple.com/de/album/x/1?i=2",
      "com.apple.android.music",
      "music://music.apple.com/de/album/x/1?i=2",
    ],
    ["https://discord.gg/abc", "com.discord", "com.hammerandchisel.discord://discord.gg/abc"],
    ["https://discord.com/invite/abc", "com.discord", "com.hammerandchisel.discord://discord.gg/abc"],
    ["https://discord.com/channels/1/2", "com.discord", null],
    ["https://www.reddit.com/r/music/", "com.reddit.frontpage", "reddit:///r/music/"],
    ["https://www.instagram.com/", "com.instagram.android", null],
  ])("%s: %s, %s", (address, android, ios) => {
    expect(appLink(address)).toEqual({ android, ios });
  });

  it.each([
    "https://example.com/instagram.com",
    "https://instagram.com.evil.example/nora",
    "https://notinstagram.com/nora",
    "https://amazon.evil.example/dp/1",
    "http://instagram.com/nora",
    "https://instagram.com:8443/nora",
    "mailto:a@instagram.com",
    "not an address",
    "",
  ])("%j opens none", (address) => {
    expect(appLink(address)).toBeNull();
  });

  it("keeps the URL in one piece, whatever the path consists of", () => {
    const hosts = fc.constantFrom(
      "instagram.com",
      "x.com",
      "t.me",
      "wa.me",
      "youtu.be",
      "open.spotify.com",
      "fb.com",
    );
    fc.assert(
      fc.property(hosts, fc.webPath(), fc.webQueryParameters(), (host, path, query) => {
        const ios = appLink(`https://${host}${path}?${query}`)?.ios;
        if (ios) expect(ios).toMatch(/^[a-z0-9.-]+:[^\s"'<>\\]*$/i);
      }),
    );
  });
});

describe("the URL for Android", () => {
  it("names the app and where to go without it", () => {
    expect(androidIntent("https://www.youtube.com/watch?v=a;b&c=d#t=3", "com.google.android.youtube")).toBe(
      "intent://www.youtube.com/watch?v=a;b&c=d#Intent;scheme=https;package=com.google.android.youtube;" +
        "S.browser_fallback_url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Da%3Bb%26c%3Dd%23t%3D3;end",
    );
  });

  it("leads back to exactly the same URL, whatever it is", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        const [, extras = ""] = androidIntent(address, "a.b").split("#Intent;");
        const fallback = /;S\.browser_fallback_url=([^;]*);end$/.exec(`;${extras}`)?.[1];
        expect(decodeURIComponent(fallback ?? "")).toBe(new URL(address).href);
      }),
    );
  });
});
