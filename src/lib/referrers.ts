interface Site {
  /** The key of the site's row in breakdowns, which is the first of `hosts`. */
  key: string;
  label: string;
}

/** Stands in for a referrer whose name wasn't recorded. No host can have this name. */
export const UNRECORDED = "?";

/**
 * Each site with its hosts, best known first, and with the names and App Store numbers of its apps. A host
 * includes its subdomains, so webmail is listed next to its site.
 */
const SITES: readonly (readonly [label: string, hosts: string])[] = [
  ["Instagram", "instagram.com com.instagram.android com.burbn.instagram 389801252"],
  ["Threads", "threads.com threads.net com.instagram.barcelona com.burbn.barcelona 6446901002"],
  [
    "Facebook",
    "facebook.com fb.com fb.me com.facebook.katana com.facebook.lite com.facebook.facebook 284882215",
  ],
  ["Messenger", "messenger.com m.me com.facebook.orca com.facebook.messenger 454638411"],
  [
    "WhatsApp",
    "whatsapp.com wa.me com.whatsapp com.whatsapp.w4b net.whatsapp.whatsapp net.whatsapp.whatsappsmb 310633997",
  ],
  [
    "TikTok",
    "tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill com.zhiliaoapp.musically.go com.ss.iphone.ugc.ame 835599320",
  ],
  ["X", "x.com twitter.com t.co com.twitter.android com.twitter.android.lite com.atebits.tweetie2 333903271"],
  ["YouTube", "youtube.com youtu.be com.google.android.youtube com.google.ios.youtube 544007664"],
  ["Snapchat", "snapchat.com com.snapchat.android com.toyopagroup.picaboo 447188370"],
  ["Reddit", "reddit.com redd.it com.reddit.frontpage com.reddit.reddit 1064216828"],
  ["LinkedIn", "linkedin.com lnkd.in com.linkedin.android com.linkedin.linkedin 288429040"],
  ["Pinterest", "pinterest.com pin.it com.pinterest pinterest 429047995"],
  [
    "Telegram",
    "telegram.org t.me org.telegram.messenger org.telegram.messenger.web org.thunderdog.challegram ph.telegra.telegraph 686449807",
  ],
  ["Discord", "discord.com discordapp.com com.discord com.hammerandchisel.discord 985746746"],
  ["Twitch", "twitch.tv tv.twitch.android.app tv.twitch 460177396"],
  ["Spotify", "spotify.com spotify.link com.spotify.music com.spotify.client 324684580"],
  ["SoundCloud", "soundcloud.com com.soundcloud.android"],
  ["Bluesky", "bsky.app xyz.blueskyweb.app 6444370199"],
  ["Mastodon", "mastodon.social org.joinmastodon.android"],
  ["VK", "vk.com vk.ru com.vkontakte.android"],
  ["LINE", "line.me jp.naver.line.android jp.naver.line 443904275"],
  ["KakaoTalk", "kakao.com com.kakao.talk"],
  ["WeChat", "weixin.qq.com com.tencent.mm"],
  ["QQ", "qq.com com.tencent.mobileqq"],
  ["Weibo", "weibo.com weibo.cn com.sina.weibo"],
  ["Zalo", "zalo.me com.zing.zalo"],
  ["Viber", "viber.com com.viber.voip"],
  ["Slack", "slack.com com.slack"],
  ["Microsoft Teams", "teams.microsoft.com teams.live.com com.microsoft.teams"],
  ["Gmail", "mail.google.com com.google.android.gm com.google.gmail 422689480"],
  [
    "Outlook",
    "outlook.com outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook",
  ],
  ["Yahoo Mail", "mail.yahoo.com com.yahoo.mobile.client.android.mail"],
  [
    "Google",
    "google.com com.google.android.googlequicksearchbox com.google.android.gms com.google.googlemobile 284815942",
  ],
  ["Bing", "bing.com com.microsoft.bing"],
  ["DuckDuckGo", "duckduckgo.com com.duckduckgo.mobile.android"],
  ["Yahoo", "yahoo.com yahoo.co.jp"],
  ["Yandex", "yandex.com yandex.ru ya.ru ru.yandex.searchplugin"],
  ["Baidu", "baidu.com"],
  ["Naver", "naver.com com.nhn.android.search"],
  ["Ecosia", "ecosia.org com.ecosia.android"],
  ["Brave Search", "search.brave.com"],
  ["ChatGPT", "chatgpt.com chat.openai.com com.openai.chatgpt"],
  ["Gemini", "gemini.google.com com.google.android.apps.bard"],
  ["Claude", "claude.ai com.anthropic.claude"],
  ["Copilot", "copilot.microsoft.com com.microsoft.copilot"],
  ["Perplexity", "perplexity.ai ai.perplexity.app.android"],
  ["Linktree", "linktr.ee"],
  ["Patreon", "patreon.com com.patreon.android"],
  ["Quora", "quora.com com.quora.android"],
  ["Substack", "substack.com com.substack.app"],
  ["Tumblr", "tumblr.com umblr.com com.tumblr"],
  ["OnlyFans", "onlyfans.com"],
  ["Medium", "medium.com com.medium.reader"],
  ["Wikipedia", "wikipedia.org org.wikipedia"],
  ["GitHub", "github.com com.github.android"],
  ["Hacker News", "news.ycombinator.com"],
  ["Product Hunt", "producthunt.com"],
];

const BY_HOST = new Map<string, Site>(
  SITES.flatMap(([label, hosts]) => {
    const [key = "", ...others] = hosts.split(" ");
    return [key, ...others].map((host): [string, Site] => [host, { key, label }]);
  }),
);

/** Sites with a host per country: `google.de`, `google.co.uk`, `pinterest.fr`. */
const BY_COUNTRY = /^(?:.+\.)?(google|pinterest|yahoo|yandex)\.(?:com?\.)?[a-z]{2}$/;

/**
 * Returns the name people know a referrer by: "Instagram" for `l.instagram.com`, `instagram.com`, and the
 * app. All of a site's hosts share one key, so they make up one row. Unknown hosts stay as they are.
 */
export function siteOf(host: string): Site {
  if (host === "") return { key: "", label: "Direct or unknown" };
  if (host === UNRECORDED) return { key: UNRECORDED, label: "Not recorded" };
  const labels = host.split(".");
  for (let start = 0; start < labels.length; start++) {
    const site = BY_HOST.get(labels.slice(start).join("."));
    if (site) return site;
  }
  const [, everywhere] = BY_COUNTRY.exec(host) ?? [];
  return BY_HOST.get(`${everywhere}.com`) ?? { key: host, label: host };
}
