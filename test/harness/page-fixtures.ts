/* Pages in the shape of other services', made up: what parsers have to find, and what gets in their way. */

const html = (head: string, body: string) =>
  `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

const next = (data: unknown, attributes = 'id="__NEXT_DATA__" type="application/json"') =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

const OG =
  '<meta property="og:image" content="https://cdn.example/card.png"><meta property="og:description" content="See all my links">';

const GROUPS = ["Music", "Shop", "Tour", "Press"];
const SOCIAL_LINKS = [
  { type: "TWITTER", url: "https://twitter.com/mia", position: 1 },
  { type: "INSTAGRAM", url: "https://instagram.com/mia", position: 0 },
  { type: "EMAIL_ADDRESS", url: "mailto:mia@example.com", position: 2 },
];

const THEME = {
  theme: { colors: { body: "#101820", linkBackground: "#fee715", linkText: "#101820", linkShadow: "#000" } },
  themeV2: { background: { type: "FLAT" }, buttonStyle: { type: "PILL_OUTLINE" } },
};

function gated(n: number) {
  if (n === 1 || n === 9)
    return { rules: { gate: { activeOrder: ["passcode"], passcode: { enabled: true } } } };
  if (n === 2) return { rules: { gate: { activeOrder: ["age"], age: { minimum: 18 } } } };
  return { rules: { gate: { activeOrder: [], passcode: null } } };
}

/** 120 links, 80 of them in four groups whose children are siblings with ids of another type, and a heading. */
function linktreeLinks() {
  const groups = GROUPS.map((title, at) => ({
    id: String(9000 + at),
    type: "GROUP",
    title,
    url: "",
    position: at * 2,
  }));
  const inGroups = Array.from({ length: 80 }, (_, n) => ({
    id: String(100 + n),
    type: n === 5 ? "YOUTUBE_VIDEO" : "CLASSIC",
    title: `Track ${n}`,
    url: n === 1 ? "" : `https://music.example/${n}`,
    thumbnail: n === 3 ? "https://cdn.example/thumb.png" : null,
    locked: n === 1,
    position: Math.floor(n / 4),
    parent: { id: 9000 + (n % 4) },
    ...gated(n),
  }));
  const heading = { id: "8000", type: "HEADER", title: "Everything else", url: "", position: 8 };
  const alone = Array.from({ length: 40 }, (_, n) => ({
    id: String(500 + n),
    type: n === 0 ? "COMMERCE_PRODUCT" : "CLASSIC",
    title: `Link ${n}`,
    url: `https://links.example/${n}?utm_source=linktree`,
    position: 9 + n,
  }));
  return [...groups, ...inGroups, heading, ...alone];
}

export function linktreePage(): string {
  const links = linktreeLinks();
  const thin = links.map(({ id, title, url, type, position }) => ({
    id: Number(id),
    title,
    url,
    type,
    position,
    modifiers: { thumbnailUrl: id === "500" ? "https://cdn.example/other.png" : null },
  }));
  const account = {
    id: 1,
    username: "mia",
    pageTitle: "Mia Moreno",
    description: "Songs & stories",
    profilePictureUrl: "https://cdn.example/mia.png",
    links: thin,
    socialLinks: SOCIAL_LINKS,
    ...THEME,
  };
  const data = { props: { pageProps: { account, links, username: "mia" } }, page: "/[profile]" };
  return html(
    `${OG}<title>mia | Linktree</title>`,
    `<a href="https://linktr.ee/s/about">About</a>${next(data)}`,
  );
}

/** What such a page may look like next month: other attributes, no richer list, numbers as text, gates unknown. */
export function mutatedLinktreePage(): string {
  const links = linktreeLinks()
    .toReversed()
    .map(({ id, ...link }) => ({ ...link, id: Number(id), gates: null }));
  const account = {
    username: "mia",
    pageTitle: null,
    description: "Songs & stories",
    links,
    socialLinks: null,
  };
  const data = { props: { pageProps: { account, links: [] } }, extra: [1, { deep: true }] };
  return html(OG, next(data, 'crossorigin="anonymous" nonce="x" type="application/json" id=__NEXT_DATA__'));
}

const BEACONS_CARD = {
  "@type": "WebPage",
  name: "Mia Moreno",
  description: "Songs & stories",
  alternateName: "@mia Beacons Profile",
  image: "https://cdn.beacons.ai/user_content/mia.png",
  sameAs: ["https://instagram.com/mia", "https://tiktok.com/@mia"],
};

const flight = (text: string) => `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`;

export function beaconsPage(): string {
  const document = {
    live: {
      pages: {
        p1: {
          block_order: ["hero", "list", "hidden", "video", "email"],
          blocks: {
            video: {
              type: "youtube",
              visible: true,
              heading: "Watch",
              videos: [{ title: "Live", url: "https://youtube.com/watch?v=1" }],
            },
            hero: {
              type: "hero",
              name: "Mia M.",
              bio: "Songs",
              profile_picture: "https://cdn.beacons.ai/user_content/hero.png",
            },
            list: {
              type: "content",
              visible: true,
              heading: "Start here",
              primary_button_url: "https://shop.example/vinyl",
              primary_button_text: "Vinyl",
              links: [{ title: "Tour", url: "https://tour.example" }],
            },
            hidden: {
              type: "content",
              visible: false,
              primary_button_url: "https://old.example",
              primary_button_text: "Old",
            },
            email: { type: "email", visible: true, heading: "Join" },
          },
        },
      },
    },
  };
  const row = `5:${JSON.stringify(["$", "$L6", null, document])}\n`;
  const half = Math.floor(row.length / 2);
  const card = `<script type="application/ld+json">${JSON.stringify(BEACONS_CARD)}</script>`;
  return html(card, flight('1:"$Sreact"\n') + flight(row.slice(0, half)) + flight(row.slice(half)));
}

export function olderBeaconsPage(): string {
  const links = [
    "https://a.example",
    "https://beacons.ai/i/signup?referral_type=footer_logo",
    "https://b.example",
  ];
  const data = {
    props: { pageProps: { profile: { links: links.map((url, n) => ({ url, title: `L${n}` })) } } },
  };
  return html("", next(data));
}

export function linkMePage(): string {
  const profile = {
    name: "Mia",
    bio: "Songs",
    profileImage: "profiles/mia.png",
    webLinks: [
      {
        title: "Listen",
        links: [
          { linkValue: "https://a.example", faceValue: "Album", linkImage: "/links/a.png" },
          { linkValue: "https://b.example", faceValue: "Single", linkImage: null },
        ],
      },
      { title: "Site", links: [{ linkValue: "https://mia.example", faceValue: "" }] },
    ],
    infoLinks: [
      { title: "Mail", links: [{ linkValue: "mailto:mia@example.com", faceValue: "Write to me" }] },
    ],
  };
  return html("", next({ props: { pageProps: { profile } } }));
}

export function stanPage(): string {
  const product = (n: number) => ({
    id: n,
    name: `Course ${n}`,
    slug: `course-${n}`,
    price: 19,
    image: `https://cdn.example/${n}.png`,
  });
  const store = {
    user: { fullName: "Mia", bio: "Teacher", avatar: "https://cdn.example/mia.png" },
    x: { pages: [product(1), product(2)] },
  };
  return html("", next({ props: { pageProps: { store } } }));
}

export function bentoPage(): string {
  const tile = (y: number, data: object) => ({ position: { mobile: { x: 0, y } }, data });
  const items = [
    tile(3, { type: "link", href: "https://b.example", overrides: { title: "Second" } }),
    tile(0, { type: "section-header", title: "Work" }),
    tile(1, { type: "link", href: "https://a.example", title: "First" }),
  ];
  return html("", next({ props: { pageProps: { profile: { name: "Mia", bio: "Songs", items } } } }));
}

export function bioSitePage(): string {
  const data = {
    user: { name: "Mia", bio: 'Songs; "and" more' },
    links: [
      { title: "A };", url: "https://a.example" },
      { title: "B", url: "https://b.example" },
    ],
  };
  return html("", `<script>window.initial_state = ${JSON.stringify(data)}; window.other = 1;</script>`);
}

const SHARES = [
  "https://www.facebook.com/sharer/sharer.php?u=x",
  "https://twitter.com/intent/tweet?url=x",
  "https://wa.me/?text=x",
  "https://www.reddit.com/submit?url=x",
  "https://www.linkedin.com/sharing/share-offsite/?url=x",
  "https://social-plugins.line.me/lineit/share?url=x",
];

export function lnkBioPage(): string {
  const shares = SHARES.map((url) => `<a href="${url.replaceAll("&", "&amp;")}">Share</a>`).join("");
  return html(
    `${OG}<title>Mia | Lnk.Bio</title>`,
    `<h1>Mia Moreno</h1><img class="profile-picture" src="/img/mia.png">
     <a href="https://instagram.com/mia" aria-label="Instagram"><svg><title>Instagram</title></svg></a>
     <a href="https://shop.example/?a=1&amp;b=2"><b>Shop</b> <i>now</i></a><a href="/pricing">Get your own</a>
     <a href="https://shop.example/?b=2&a=1&utm_source=lnk">Shop again</a><a href="tour.html">Dates</a>
     <a href="https://apps.apple.com/app/lnk"><img alt="Download on the App Store" src="b.png"></a>
     ${shares}<a href="https://lnk.bio/privacy">Privacy Policy</a><a href="https://legal.example/terms">Terms</a>`,
  );
}

export function bioLinkPage(): string {
  return html(
    "",
    `<h1>Mia</h1><a class="page-item-wrap" href="https://a.example"><div>A</div></a>
     <a href="https://elsewhere.example">Made with</a><a class="x page-item-wrap" href="https://b.example">B</a>`,
  );
}

export function littleLinkPage(): string {
  return html(
    "<title>Mia - LittleLink</title>",
    `<img class="avatar" src="images/avatar.png"><h1>Mia</h1>
     <a class="button button-instagram" href="https://instagram.com/mia" rel="noopener"><img class="icon" src="i.svg">Instagram</a>
     <a class="button button-default" href="https://mia.example">Website</a>`,
  );
}

export function personalPage(): string {
  const person = { "@type": "Person", name: "Mia Moreno", sameAs: ["https://www.youtube.com/@mia"] };
  return html(
    `<script type="application/ld+json">{"broken": </script><script type="application/ld+json">${JSON.stringify(person)}</script>`,
    `<nav><a href="https://nav.example">Nav</a></nav>
     <div class="h-card"><img class="u-photo" src="me.jpg"><p class="p-note">Songs &amp; stories</p></div>
     <a rel="me" href="https://instagram.com/mia">IG</a><h2>Projects</h2><a href="https://p.example">P</a>
     <h3>Nothing here</h3><footer><a href="https://cms.example">Powered by</a></footer>`,
  );
}

export const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
<DT><H3>Music</H3><DL><p><DT><A HREF="https://a.example" ADD_DATE="1">A</A>
<DT><A HREF="https://b.example">B</A></DL><p></DL>`;

export const CSV_FILES = {
  bitly:
    "Bitlink,Long URL,Title,Created\r\nbit.ly/1,https://a.example,A,2026\r\nbit.ly/2,https://b.example,,2026\r\n",
  dub: 'Short link,Destination URL,Title,Folder,Archived\r\ndub.sh/a,https://a.example,"A, and more",Music,false\r\ndub.sh/b,https://b.example,B,Music,true\r\n',
  short_io:
    "\ufefforiginalURL;shortURL;title\r\nhttps://a.example;https://s.io/a;A\r\nhttps://b.example;https://s.io/b;B\r\n",
  csv: "A,https://a.example\r\nB,b.example/path\r\n",
} as const;

export const LINKSTACK_FILE = JSON.stringify({
  name: "Mia",
  littlelink_name: "mia",
  littlelink_description: "Songs",
  links: [
    { link: "https://b.example", title: "B", order: 3, button_id: 1 },
    { link: null, title: "Music", order: 1, button_id: 42 },
    { link: "https://a.example", title: "A", order: 2, button_id: 1 },
    { link: "https://instagram.com/mia", title: "instagram", order: 0, button_id: 94 },
  ],
});

export const BIODROP_FILE = JSON.stringify({
  name: "Mia",
  bio: "Songs",
  avatar: "https://cdn.example/mia.png",
  socials: [{ icon: "FaGithub", url: "https://github.com/mia" }],
  links: [
    { name: "A", url: "https://a.example", icon: "FaGlobe" },
    { group: "Music", name: "B", url: "https://b.example" },
  ],
});
