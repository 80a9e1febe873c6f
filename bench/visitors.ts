/** Realistic visitors: browsers, phones, and apps from around the world. */
const SYSTEMS = [
  "iPhone; CPU iPhone OS 18_1 like Mac OS X",
  "iPhone; CPU iPhone OS 17_6 like Mac OS X",
  "iPad; CPU OS 18_0 like Mac OS X",
  "Linux; Android 14; Pixel 8",
  "Linux; Android 15; SM-S921B",
  "Linux; Android 13; SM-A546B",
  "Windows NT 10.0; Win64; x64",
  "Macintosh; Intel Mac OS X 10_15_7",
  "X11; Linux x86_64",
];

const BROWSERS = [
  "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
  "AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 355.0.0.28.108",
];

const USER_AGENTS = SYSTEMS.flatMap((system) =>
  BROWSERS.map((browser) => `Mozilla/5.0 (${system}) ${browser}`),
);

const NETWORKS = ["81.2", "8.8", "91.198", "203.0", "177.54", "41.206", "1.11", "133.242", "24.48"];

const REFERRERS = [
  "https://www.instagram.com/",
  "https://l.facebook.com/",
  "https://www.tiktok.com/",
  "https://t.co/abc",
];

export interface Visitor {
  user_agent: string;
  address: string;
  referrer: string;
}

/**
 * The `n`-th of a few thousand visitors, who share a few dozen user agents. Each has its own IP address, as
 * in a real crowd: a single address would exceed its limit, and its events would be set aside as suspected.
 */
export function visitor(n: number): Visitor {
  return {
    user_agent: USER_AGENTS[n % USER_AGENTS.length] ?? "",
    address: `${NETWORKS[n % NETWORKS.length]}.${Math.floor(n / NETWORKS.length) % 256}.${10 + (n % 5)}`,
    referrer: REFERRERS[n % REFERRERS.length] ?? "",
  };
}

/** The head of a visitor's request, as a proxy forwards it. */
export function requestHead(line: string, { user_agent, address }: Visitor): string {
  return `${line} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${user_agent}\r\nX-Forwarded-For: ${address}\r\n`;
}
