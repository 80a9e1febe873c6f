/*
 * Detects merge tags of other programs in imported e-mail. They wouldn't be filled in, so they block sending,
 * and our own are suggested in their place.
 */
import { MERGE_TAG } from "../html/html.ts";

export interface ForeignTag {
  tag: string;
  ours: string | undefined;
}

/**
 * Mailchimp, Salesforce, ActiveCampaign, Zoho, Constant Contact, Mautic, MailerLite, AWeber, Sendy, Ghost,
 * Mailgun …
 */
// regex-ignore: takes at most 160 characters from each start
const FOREIGN = new RegExp(
  [
    String.raw`\*\|[^|*<>\n]{1,80}\|\*`,
    String.raw`%%[A-Za-z][^%<>\n]{0,60}%%`,
    // Not percent-encoding in a URL.
    String.raw`(?<!%[0-9a-f]{2})%(?:[A-Z][A-Z0-9_-]{2,40}|recipient\.[\w.]{1,40})%(?![0-9a-f]{2})`,
    String.raw`\$\[[A-Za-z][^\]<>\n]{0,60}\]\$`,
    String.raw`\[\[[A-Za-z][^\][<>\n]{0,60}\]\]`,
    String.raw`\{(?:contactfield|leadfield|ownerfield|pagelink|assetlink|custom)[=.][^{}<>\n]{1,60}\}`,
    String.raw`\{[$!][A-Za-z][^{}<>\n]{0,60}\}`,
    String.raw`\[(?:[A-Za-z]\w{0,40}(?: \w{1,40})?),\s?fallback=[^\][<>\n]{0,60}\]`,
    String.raw`\[(?:first_?name|last_?name|full_?name|fname|lname|email(?:_address)?|contact_attribute:\w{1,40}|(?:link_)?(?:un|opt)\w{0,20}subscribe|unsubscribe(?:_link|_url)?|web_?version|link_browser)(?:/[^\][<>\n]{0,40})?\]`,
    String.raw`(?<!\{)\{(?:subscriber\.)?(?:first_?name|last_?name|full_?name|fname|lname|name|email(?:_?address)?|unsubscribe(?:_?url|_?link|_text)?|webview_(?:url|text)|web_?version)(?:[,|:][^{}<>\n]{0,60})?\}(?!\})`,
    String.raw`#recipient:[\w ]{1,40}#`,
    String.raw`<%\s?[\w.]{1,60}\s?%>`,
    "<(?:unsubscribe|webversion|preferences|forwardtoafriend)>",
    // Mailjet, Marketo, Postmark, listmonk, Braze, and Klaviyo: with our delimiters, but another syntax.
    String.raw`\{\{\{?\s*(?:var:|data:|pm:|lead\.|\.|\$\{)[^{}<>\n]{1,80}\}{2,3}`,
    String.raw`\{%-?\s*(?:unsubscribe|web_view|manage_preferences|view_in_browser)\w{0,20}\b[^{}%<>\n]{0,60}%\}`,
  ].join("|"),
  "gi",
);

// regex-ignore: takes at most 80 characters from each start
const FALLBACK =
  /(?:fallback\s?=\s?|default(?:_value)?\s?[:=]?\s?|,\s?|:\s?)["'“]?([^"'”\]}|*%,:=]{1,40})["'”]?\s{0,5}(?:\]|\}|\|\*|%)/i;

const SAME: Readonly<Record<string, readonly string[]>> = {
  "contact.first_name": "firstname fname first prename vorname nombre prenom givenname firstnamefix".split(
    " ",
  ),
  "contact.name": "name fullname displayname".split(" "),
  "contact.email": "email emailaddress emailaddr mail".split(" "),
  "contact.phone": "phone phonenumber mobile telephone sms".split(" "),
  "contact.country": ["country"],
  "contact.tags": ["tags"],
  unsubscribe_url:
    "unsub unsublink unsublinken unsubscribe unsubscribelink unsubscribeurl unsubscribetext optout optoutlink linkunsubscribe ud unsubscribehref asmgroupunsubscriberawurl unsubscriberawurl".split(
      " ",
    ),
  preferences_url:
    "updateprofile preferences preferencesurl managepreferences preferencecenter profilecenterurl updateprofilelink linkpreferences asmpreferencesrawurl manageyouraccount subscriptionpreferences".split(
      " ",
    ),
  view_in_browser_url:
    "archive archivelink webversion webversionlink webview webviewurl webviewtext mirror viewinbrowser viewonline viewasweb viewemailurl browserview linkbrowser permalink viewinbrowserurl".split(
      " ",
    ),
  "sender.postal_address":
    "address listaddress listaddresshtml accountaddress companyaddress physicaladdress physicalmailingaddress senderinfo organizationfulladdress senderinfosingleline".split(
      " ",
    ),
  "sender.name":
    "company listcompany fromname sendername companyname organizationname ownerfieldname accountname".split(
      " ",
    ),
};
const OURS = new Map(
  Object.entries(SAME).flatMap(([ours, names]) => names.map((name) => [name, ours] as const)),
);
/** Prefixes of field names in other programs. */
const OWNERS =
  /^(?:contact|subscriber|recipient|person|customer|lead|user|profile|params|data|var|contactfield|leadfield|contactattribute|custom|organization|list|account)(?=.)/;

/** Returns our merge tag for another program's `name`. */
function oursFor(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  return OURS.get(plain) ?? OURS.get(plain.replace(OWNERS, ""));
}

/** Returns our equivalent of a tag, with its fallback. */
export function ourTagFor(tag: string, name: string): string | undefined {
  const ours = oursFor(name);
  if (ours === undefined) return undefined;
  const fallback = ours.startsWith("contact.")
    ? FALLBACK.exec(tag.slice(tag.indexOf(name) + name.length))?.[1]?.trim()
    : undefined;
  return fallback ? `{{ ${ours} | default: "${fallback}" }}` : `{{ ${ours} }}`;
}

const NAME = /^[^A-Za-z]{0,20}([A-Za-z][\w .-]*)/;
/** Prefixes of the name. */
const PREFIX =
  /^(?:lead\.|pm:|contactfield=|leadfield=|ownerfield=|data:|var:|ud:|contact_attribute:|recipient[.:]|subscriber\.|list:|contact\.|custom\.)/i;

/** Returns the merge tags of other programs in a text, each once. */
export function foreignTagsIn(text: string): ForeignTag[] {
  const found = new Map<string, ForeignTag>();
  for (const [tag] of text.matchAll(FOREIGN)) {
    if (found.has(tag)) continue;
    const bare = tag.replace(/^[^A-Za-z]+/, "").replace(PREFIX, "");
    const name = NAME.exec(bare)?.[1] ?? "";
    found.set(tag, { tag, ours: ourTagFor(tag, name) });
  }
  return [...found.values()];
}

/**
 * Returns our tag for an unknown one with our delimiters, such as `{{ contact.FIRSTNAME }}` or
 * `{{var:name:"x"}}`.
 */
export function oursForUnknown(text: string, path: string): ForeignTag | undefined {
  for (const [tag] of text.matchAll(MERGE_TAG)) {
    if (!tag.includes(path)) continue;
    if (tag.startsWith("{{")) return { tag, ours: ourTagFor(tag, path) };
  }
  return undefined;
}
