import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

/** Mail servers on the instance's own network often have no certificate. */
export const PLAIN_MAIL_HOSTS = instanceSetting({
  name: "plain_mail_hosts",
  variable: "PLAIN_MAIL_HOSTS",
  default: "",
  schema: z.string().transform((text) => text.split(",").flatMap((part) => part.trim().toLowerCase() || [])),
  about:
    "Mail servers that sending accounts may talk to without encryption, separated by commas, such as `mail.internal`. Empty: none.",
  label: "Mail servers without encryption",
  hint: "Host names that sending accounts may reach without TLS. Leave it empty for none.",
  input: { kind: "text" },
});
