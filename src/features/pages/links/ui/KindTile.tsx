import type { LinkKind } from "#src/features/pages/links/blocks-contract.ts";
import { KIND_ICONS } from "./block-kinds.tsx";
import classes from "./KindTile.module.css";

/** The sign of a block in the list. */
export function KindTile({ kind }: { kind: LinkKind }) {
  const Icon = KIND_ICONS[kind];
  return (
    <span className={classes.sign}>
      <Icon size={20} stroke={1.75} />
    </span>
  );
}
