import type { Link } from "#src/features/pages/links/contract.ts";
import { KIND_LABELS, rowName } from "#src/features/pages/links/rows-rules.ts";
import { showsIcon } from "#src/features/pages/links/rules.ts";
import { Week } from "#src/features/pages/profiles/ui/shared/Weeks.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { KindTile } from "./block-form.lazy.tsx";
import { IconTile } from "./icon-tile.lazy.tsx";
import classes from "./Links.module.css";
import { optionLabels } from "./option-labels.ts";

const RowLabels = lazyComponent(async () => (await import("./RowLabels.tsx")).RowLabels);

/** A link's picture or icon, or the sign of a kind of block. */
export function RowSign({ link }: { link: Link }) {
  if (link.picture_url) return <IconTile icon={link.picture_url} size={40} />;
  if (link.kind !== "link") return <KindTile kind={link.kind} />;
  return showsIcon(link) ? <IconTile icon={link.icon ?? ""} size={40} /> : <KindTile kind="link" />;
}

/** Which address of a test a problem is about. */
const VARIANTS = { url: "", link_a: "A: ", link_b: "B: " };

/** What a row of the list says about a link or a block. */
export function RowWords({ link }: { link: Link }) {
  return (
    <>
      <span className={classes.title} dir="auto">
        {rowName(link)}
      </span>
      <span className={classes.url}>{rowSummary(link)}</span>
      <span className={classes.facts}>
        {link.url !== "" && plural(link.click_count, "click")}
        {link.url !== "" && <Week id={link.id} className={classes.week} />}
        {!link.is_visible && (link.url === "" ? "hidden" : " · hidden")}
        {link.problem && (
          <span className={`${classes.option} ${classes.problem}`}>
            {VARIANTS[link.problem_at ?? "url"]}
            {link.problem}
          </span>
        )}
        {optionLabels(link).map((label) => (
          <span key={label} className={classes.option}>
            {label}
          </span>
        ))}
        {(link.folder !== null || link.tags.length > 0) && <RowLabels link={link} />}
      </span>
    </>
  );
}

/** Says no word twice. */
function rowSummary({ kind, title, url, content }: Link): string {
  const address = url.replace(/^https:\/\/(www\.)?/, "");
  if (kind === "link") return address;
  const shown = kind === "map" ? String(content?.address ?? "") : address;
  const label = title === "" ? "" : KIND_LABELS[kind];
  return [label, shown === title ? "" : shown].filter(Boolean).join(" · ");
}
