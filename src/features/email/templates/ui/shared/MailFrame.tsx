import { useMemo } from "react";
import { previewDocument } from "../preview/ShownMail.tsx";

interface MailFrameProps {
  html: string;
  className?: string | undefined;
}

/** An e-mail as a light inbox shows it, with its pictures. */
export function MailFrame({ html, className }: MailFrameProps) {
  const shown = useMemo(() => previewDocument(html, { isDark: false, hasPictures: true }), [html]);
  return <iframe className={className} title="The e-mail" sandbox="" srcDoc={shown} />;
}
