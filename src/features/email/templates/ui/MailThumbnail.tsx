import type { CSSProperties } from "react";
import type { Look } from "#src/features/email/templates/look-contract.ts";
import classes from "./MailThumbnail.module.css";

/** A sketch of how an e-mail begins, in its colors. It says nothing that isn’t beside it in words. */
export function MailThumbnail({ look }: { look: Look }) {
  const { background, card, text, accent, accent_text, radius, parts } = look;
  const colors = {
    "--mail-background": background,
    "--mail-card": card,
    "--mail-text": text,
    "--mail-accent": accent,
    "--mail-accent-text": accent_text,
    "--mail-radius": `${Math.round(radius / 4)}px`,
  } as CSSProperties;
  return (
    <span className={classes.mail} style={colors} aria-hidden>
      <span className={classes.card}>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two lines of text apart
          <Part key={place} part={part} />
        ))}
      </span>
    </span>
  );
}

function Part({ part: { type, words, picture } }: { part: Look["parts"][number] }) {
  switch (type) {
    case "heading":
      return <span className={classes.heading}>{words}</span>;
    case "button":
      return <span className={classes.button}>{words}</span>;
    case "picture":
      return picture === "" ? (
        <span className={classes.picture} />
      ) : (
        <img className={classes.picture} src={picture} alt="" loading="lazy" />
      );
    case "columns":
      return (
        <span className={classes.columns}>
          <span className={classes.picture} />
          <span className={classes.picture} />
        </span>
      );
    case "divider":
      return <span className={classes.divider} />;
    case "links":
      return <span className={classes.links} />;
    case "social":
      return <span className={classes.social} />;
    case "text":
      return <span className={classes.text} />;
  }
}
