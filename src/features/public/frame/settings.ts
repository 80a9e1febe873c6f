import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

export const FOOTER_LINE = instanceSetting({
  name: "footer_line",
  group: "site",
  variable: "FOOTER_LINE",
  default: "",
  schema: z.string().trim().max(200, "Use up to 200 characters."),
  about:
    "A line at the bottom of the home page, the help, and the legal texts, such as who runs this instance. Empty: none.",
  label: "Line at the bottom of the site",
  hint: "For example, who runs this instance. It’s below the home page, the help, and the legal texts.",
  input: { kind: "text" },
});
