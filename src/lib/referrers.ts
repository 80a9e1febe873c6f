/** A site that sends visitors, with its host names and the name of its Android app. */
interface Site {
  /** The key of its row in breakdowns: the first of `hosts`. */
  key: string;
  label: string;
}

/**
 * Each site with its hosts, best known first. A host includes its subdomains, so webmail is listed next to
 * its site.
 */
const SITES: readonly (readonly [label: string, hosts: string])[] = [
  ["Instagram", "instagram.com com.instagram.android"],
  ["Threads", "threads.com threads.net com.instagram.barcelona"],
  ["Facebook", "facebook.com fb.com fb.me com.facebook.katana com.facebook.lite"],
  ["Messenger", "messenger.com m.me com.facebook.orca"],
  ["WhatsApp", "whatsapp.com wa.me com.whatsapp com.whatsapp.w4b"],
  ["TikTok", "tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill"],
  ["X", "x.com twitter.com t.co com.twitter.android"],
  ["YouTube", "youtube.com youtu.be com.google.android.youtube"],
  ["Snapchat", "snapchat.com com.snapchat.android"],
  ["Reddit", "reddit.com redd.it com.reddit.frontpage"],
  ["LinkedIn", "linkedin.com lnkd.in com.linkedin.android"],
  ["Pinterest", "pinterest.com pin.it com.pinterest"],
  ["Telegram", "telegram.org t.me org.telegram.messenger org.telegram.messenger.web"],
  ["Discord", "discord.com discordapp.com com.discord"],
  ["Twitch", "twitch.tv tv.twitch.android.app"],
  ["Spotify", "spotify.com spotify.link com.spotify.music"],
  ["SoundCloud", "soundcloud.com com.soundcloud.android"],
  ["Bluesky", "bsky.app xyz.blueskyweb.app"],
  ["Mastodon", "mastodon.social org.joinmastodon.android"],
  ["VK", "vk.com vk.ru com.vkontakte.android"],
  ["LINE", "line.me jp.naver.line.android"],
  ["KakaoTalk", "kakao.com com.kakao.talk"],
  ["WeChat", "weixin.qq.com com.tencent.mm"],
  ["QQ", "qq.com com.tencent.mobileqq"],
  ["Weibo", "weibo.com weibo.cn com.sina.weibo"],
  ["Zalo", "zalo.me com.zing.zalo"],
  ["Viber", "viber.com com.viber.voip"],
  ["Slack", "slack.com com.slack"],
  ["Microsoft Teams", "teams.microsoft.com teams.live.com com.microsoft.teams"],
  ["Gmail", "mail.google.com com.google.android.gm"],
  [
    "Outlook",
    "outlook.com outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook",
  ],
  ["Yahoo Mail", "mail.yahoo.com com.yahoo.mobile.client.android.mail"],
  ["Google", "google.com com.google.android.googlequicksearchbox com.google.android.gms"],
  ["Bing", "bing.com com.microsoft.bing"],
  ["DuckDuckGo", "duckduckgo.com com.duckduckgo.mobile.android"],
  ["Yahoo", "yahoo.com yahoo.co.jp"],
  ["Yandex", "yandex.com yandex.ru ya.ru ru.yandex.searchplugin"],
  ["Baidu", "baidu.com"],
  ["Naver", "naver.com com.nhn.android.search"],
  ["Ecosia", "ecosia.org com.ecosia.android"],
  ["Brave Search", "search.brave.com"],
  ["ChatGPT", "chatgpt.com chat.openai.com com.openai.chatgpt"],
  ["Perplexity", "perplexity.ai ai.perplexity.app.android"],
  ["Linktree", "linktr.ee"],
  ["Patreon", "patreon.com com.patreon.android"],
  ["Quora", "quora.com com.quora.android"],
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
 * The name people know a referrer by: "Instagram" for `l.instagram.com`, `instagram.com`, and the app. All of
 * a site's hosts share one key, so they make up one row. Unknown hosts stay as they are.
 */
export function siteOf(host: string): Site {
  if (host === "") return { key: "", label: "Direct" };
  const labels = host.split(".");
  for (let start = 0; start < labels.length; start++) {
    const site = BY_HOST.get(labels.slice(start).join("."));
    if (site) return site;
  }
  const [, everywhere] = BY_COUNTRY.exec(host) ?? [];
  return BY_HOST.get(`${everywhere}.com`) ?? { key: host, label: host };
}
