import type { Message } from "./mail.ts";

/** An e-mail as a person reads it: sentences, one thing to do, and why it came. All of it is plain text. */
export interface Email {
  to: string;
  subject: string;
  lines: string[];
  action: { label: string; url: string };
  footer: string;
}

/** Writes an e-mail as text and as HTML in the product's look. */
export function writeEmail({ to, subject, lines, action, footer }: Email): Message {
  const text = [...lines, "", `${action.label}: ${action.url}`, "", footer].join("\n");
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join("");
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#f5f3ff;font-family:system-ui,sans-serif;color:#1e1b2e">
<div style="max-width:480px;margin:0 auto;padding:32px 20px"><div style="background:#fff;border-radius:16px;padding:32px">
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(subject)}</h1>${paragraphs}
<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#6d28d9;color:#fff;text-decoration:none;padding:12px 20px;border-radius:10px;display:inline-block">${escapeHtml(action.label)}</a></p>
<p style="font-size:13px;color:#6b6780;margin:0">${escapeHtml(footer)}</p></div></div></body></html>`;
  return { to, subject, text, html };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
