import { type Client, parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";

export interface Agent {
  user_agent: string;
  client: Client;
  /** Its frequency among its kind. */
  weight: number;
}

function agent(weight: number, user_agent: string): Agent {
  return { user_agent, client: parseUserAgent(user_agent), weight };
}

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS";
const WEBKIT = "like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const BLINK = "AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK}`;
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";

/** An app's WebView on an Android phone, without the app's own words. */
function webView(phone: string, chrome: string): string {
  return `Mozilla/5.0 (Linux; ${phone}; wv) ${BLINK} Version/4.0 Chrome/${chrome} Mobile Safari/537.36`;
}

const PIXEL = webView("Android 16; Pixel 8 Build/BP2A.250605.031", "141.0.7390.122");
const GALAXY = webView("Android 15; SM-S921B Build/AP3A.240905.015", "140.0.7339.155");
const REDMI = webView("Android 14; 23090RA98G Build/UP1A.231005.007", "139.0.7258.158");
const IOS_18 = `${IPHONE} 18_6_2 ${WEBKIT} Mobile/15E148`;
const IOS_17 = `${IPHONE} 17_6_1 ${WEBKIT} Mobile/15E148`;

export const BROWSERS: readonly Agent[] = [
  agent(44, `${IPHONE} 18_6 ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1`),
  agent(16, `${IPHONE} 17_6_1 ${WEBKIT} Version/17.6 Mobile/15E148 Safari/604.1`),
  agent(8, `${IPHONE} 18_6 ${WEBKIT} CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1`),
  agent(42, `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/141.0.0.0 Mobile Safari/537.36`),
  agent(
    14,
    `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ),
  agent(4, "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0"),
  agent(5, `Mozilla/5.0 (iPad; CPU OS 17_6_1 ${WEBKIT} Version/17.6 Mobile/15E148 Safari/604.1`),
  agent(4, `Mozilla/5.0 (Linux; Android 14; SM-X710) ${BLINK} Chrome/140.0.0.0 Safari/537.36`),
  agent(14, `${WINDOWS} Chrome/141.0.0.0 Safari/537.36`),
  agent(5, `${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`),
  agent(3, "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0"),
  agent(1, `${WINDOWS} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`),
  agent(7, `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`),
  agent(6, `${MAC} ${BLINK} Chrome/141.0.0.0 Safari/537.36`),
  agent(1.5, "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"),
  agent(1, `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/141.0.0.0 Safari/537.36`),
];

const APPS: readonly Agent[] = [
  agent(
    30,
    `${IOS_18} Instagram 401.0.0.27.78 (iPhone16,1; iOS 18_6_2; en_GB; en; scale=3.00; 1179x2556; 801234567)`,
  ),
  agent(
    12,
    `${IOS_17} Instagram 396.0.0.21.84 (iPhone13,2; iOS 17_6_1; de_DE; de; scale=3.00; 1170x2532; 780912345)`,
  ),
  agent(
    24,
    `${PIXEL} Instagram 400.0.0.49.68 Android (36/16; 420dpi; 1080x2400; Google/google; Pixel 8; shiba; shiba; en_US; 799876543)`,
  ),
  agent(
    16,
    `${GALAXY} Instagram 398.0.0.47.77 Android (35/15; 480dpi; 1080x2340; samsung; SM-S921B; e1s; s5e9945; de_DE; 790123456)`,
  ),
  agent(
    3,
    `Mozilla/5.0 (iPad; CPU OS 17_6_1 ${WEBKIT} Mobile/15E148 Instagram 396.0.0.21.84 (iPad13,4; iPadOS 17_6_1; en_US; en; scale=2.00; 834x1194; 780912345)`,
  ),
  agent(
    24,
    `${IOS_18} musical_ly_41.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US isDarkMode/1 WKWebView/1 BytedanceWebview/d8a21c6`,
  ),
  agent(
    12,
    `${PIXEL} musical_ly_2024108030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/41.8.3 ByteLocale/en ByteFullLocale/en Region/GB BytedanceWebview/d8a21c6`,
  ),
  agent(
    10,
    `${REDMI} trill_2024107040 JsSdk/1.0 NetType/4G Channel/googleplay AppName/trill app_version/41.7.4 ByteLocale/pt-BR ByteFullLocale/pt-BR Region/BR BytedanceWebview/d8a21c6`,
  ),
  agent(
    9,
    `${IOS_18} [FBAN/FBIOS;FBAV/531.0.0.42.107;FBBV/789012345;FBDV/iPhone15,4;FBMD/iPhone;FBSN/iOS;FBSV/18.6.2;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/80]`,
  ),
  agent(12, `${GALAXY} [FB_IAB/FB4A;FBAV/532.0.0.55.71;IABMV/1;]`),
  agent(
    5,
    `${IOS_18} Barcelona 401.0.0.24.77 (iPhone15,2; iOS 18_6_2; en_US; en; scale=3.00; 1179x2556; 801122334)`,
  ),
  agent(
    5,
    `${PIXEL} Barcelona 400.0.0.38.69 Android (36/16; 420dpi; 1080x2400; Google/google; Pixel 8; shiba; shiba; en_US; 799001122)`,
  ),
  agent(90, `${IOS_18} Twitter for iPhone/11.22`),
  agent(70, `${REDMI} TwitterAndroid`),
  agent(70, `${IOS_18} [LinkedInApp]/9.31.2748`),
  agent(60, `${GALAXY} [LinkedInApp]`),
  agent(150, `${IOS_18} [Pinterest/iOS]`),
  agent(120, `${REDMI} [Pinterest/Android]`),
  agent(
    6,
    `${IPHONE} 18_6 ${WEBKIT} Version/18.6 Mobile/15E148 Snapchat/13.58.0.43 (like Safari/8621.3.11.10.3, panda)`,
  ),
  agent(4, `${PIXEL} Snapchat/13.57.0.51 (Pixel 8; Android 16#13578234#36; gzip; )`),
  agent(25, `${IPHONE} 18_6 ${WEBKIT} GSA/386.0.811331708 Mobile/15E148 Safari/604.1`),
];

/** Machines that open pages: search engines, monitors, and fetchers of link previews. */
export const BOTS: readonly Agent[] = [
  agent(
    6,
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${BLINK} Chrome/141.0.7390.122 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ),
  agent(
    3,
    `Mozilla/5.0 ${BLINK}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36`,
  ),
  agent(4, "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"),
  agent(3, "WhatsApp/2.23.20.0"),
  agent(2, "TelegramBot (like TwitterBot)"),
  agent(2, `Mozilla/5.0 ${BLINK}; compatible; GPTBot/1.2; +https://openai.com/gptbot)`),
  agent(1, `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/140.0.0.0 Safari/537.36`),
];

export function inApp(app: string): Agent[] {
  return APPS.filter(({ client }) => client.app === app);
}
