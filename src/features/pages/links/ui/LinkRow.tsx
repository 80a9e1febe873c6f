import { IconGripVertical } from "@tabler/icons-react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { rowName } from "#src/features/pages/links/rows-rules.ts";
import { prefetchedComponent } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { Toggle } from "#src/kit/Toggle.tsx";
import { type DragRegistry, useDrag } from "./drag-registry.ts";
import type { LinkMenuProps } from "./LinkMenuItems.tsx";
import classes from "./Links.module.css";
import { RowSign, RowWords } from "./RowParts.tsx";
import { useLinkActions } from "./use-link-actions.ts";

interface LinkRowProps {
  link: Link;
  /** True if no more links fit on the profile. */
  isFull: boolean;
  drags: DragRegistry;
  onEdit: () => void;
}

/**
 * Uses plain elements: on a slow phone, a list of Mantine's components, each made of several others, keeps
 * people waiting.
 */
export function LinkRow({ link, isFull, drags, onEdit }: LinkRowProps) {
  const drag = useDrag(drags, link.id);
  const actions = useLinkActions(link.profile_id);
  return (
    <li
      {...drag?.row}
      className={classes.row}
      data-link={link.id}
      data-dragging={drag?.isDragging || undefined}
      data-hidden={!link.is_visible || undefined}
      data-inside={link.parent_id !== null || undefined}
    >
      <button
        type="button"
        {...drag?.handle}
        className={`plain-button mantine-focus-auto ${classes.handle}`}
        aria-label={`Move ${rowName(link)}`}
      >
        <IconGripVertical size={20} />
      </button>
      <RowSign link={link} />
      <button
        type="button"
        id={`edit-${link.id}`}
        className={`plain-button mantine-focus-auto ${classes.words}`}
        onClick={onEdit}
      >
        <span className="only-heard">Edit </span>
        <RowWords link={link} />
      </button>
      <div className={classes.controls}>
        <span data-hint={link.is_visible ? "Visible on your page" : "Hidden from your page"}>
          <Toggle
            label={`Show ${rowName(link)} on the page`}
            checked={link.is_visible}
            onChange={(isVisible) => actions.show(link, isVisible)}
          />
        </span>
        <LinkMenu link={link} isFull={isFull} actions={actions} onEdit={onEdit} />
      </div>
    </li>
  );
}

const LinkMenuItems = prefetchedComponent(async () => (await import("./LinkMenuItems.tsx")).LinkMenuItems);

function LinkMenu(props: LinkMenuProps) {
  const { link, actions } = props;
  return (
    <RowMenuButton
      of={rowName(link)}
      isBusy={actions.isBusy}
      menu={(anchor) => <LinkMenuItems {...props} anchor={anchor} />}
    />
  );
}
