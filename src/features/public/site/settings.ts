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
