import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

export const LANDING_STATS = instanceSetting({
  name: "landing_stats",
  group: "site",
  variable: "LANDING_STATS",
  default: "promised",
  schema: z.string().trim().min(1, "Enter at least one text.").max(300, "Use up to 300 characters."),
  about:
    "The figures on the landing page. `promised`: 50M+ links created, 1M+ active users, 99.9% uptime. `real`: this instance's own. Or your own texts, separated by commas: `12K links created, 300 creators`.",
  label: "Figures on the home page",
  hint: "The three that come with Fanfare, this instance’s own counts, or texts of yours.",
  input: {
    kind: "choice",
    choices: [
      { value: "promised", label: "The ones that come with Fanfare" },
      { value: "real", label: "This instance’s own counts" },
    ],
    own: { label: "Your own texts", example: "300 creators" },
  },
});

export const DEMO_VIDEO_URL = instanceSetting({
  name: "demo_video_url",
  group: "site",
  variable: "DEMO_VIDEO_URL",
  default: "",
  schema: z
    .string()
    .trim()
    .refine((value) => value === "" || /^https?:$/.test(URL.parse(value)?.protocol ?? ""), {
      message: "Enter a web URL such as https://example.com.",
    }),
  about: "The video that “Watch Demo” on the landing page opens. Empty: the film that comes with Fanfare.",
  label: "Demo video",
  hint: "“Watch Demo” on the home page opens this URL. Leave it empty for the film that comes with Fanfare.",
  input: { kind: "url" },
});

export const LANDING_HEADLINE = instanceSetting({
  name: "landing_headline",
  group: "site",
  variable: "LANDING_HEADLINE",
  default: "Make an entrance with one link.",
  schema: z.string().trim().min(1, "Enter a headline.").max(80, "Use up to 80 characters."),
  about: "The headline of the home page, which search engines show, too.",
  label: "Headline of the home page",
  hint: "In large letters at the top, and in the title that search engines show.",
  input: { kind: "text" },
});

export const LANDING_SUBTITLE = instanceSetting({
  name: "landing_subtitle",
  group: "site",
  variable: "LANDING_SUBTITLE",
  default: "",
  schema: z.string().trim().max(300, "Use up to 300 characters."),
  about: "The sentences below the headline of the home page. Empty: the ones that come with Fanfare.",
  label: "Text below the headline",
  hint: "One or two sentences. Leave it empty for the ones that come with Fanfare.",
  input: { kind: "text" },
});

export const LANDING_BUTTON = instanceSetting({
  name: "landing_button",
  group: "site",
  variable: "LANDING_BUTTON",
  default: "Get Started Free",
  schema: z.string().trim().min(1, "Enter what the button says.").max(30, "Use up to 30 characters."),
  about: "What the buttons of the home page that lead to signing up say.",
  label: "Button of the home page",
  hint: "The two buttons that lead to signing up say this.",
  input: { kind: "text" },
});
