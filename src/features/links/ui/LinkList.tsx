import { useState } from "react";
import type { Link } from "#src/features/links/contract.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { DragRegistry } from "./drag-registry.ts";
import { LinkRow } from "./LinkRow.tsx";
import classes from "./Links.module.css";
import { LinkForm } from "./link-form.lazy.tsx";
import { useLinkOrder } from "./use-link-order.ts";

const SortableLinks = lazyComponent(async () => (await import("./SortableLinks.tsx")).SortableLinks);

interface LinkListProps {
  profile: Profile;
  links: Link[];
  isFull: boolean;
  editedId: string | undefined;
  onEdit: (id: string | undefined) => void;
  onDraft: (draft: Link | null) => void;
}

/** The links in order. Each can be moved by its handle once the code for that has loaded. */
export function LinkList({ profile, links, isFull, editedId, onEdit, onDraft }: LinkListProps) {
  const reorder = useLinkOrder(profile.id);
  const [drags] = useState(() => new DragRegistry());
  const close = () => onEdit(undefined);
  return (
    <>
      <ul className={classes.list} aria-label="Links">
        {links.map((link) =>
          link.id === editedId ? (
            <li key={link.id}>
              <LinkForm
                profile={profile}
                link={link}
                heading="Edit link"
                onDraft={onDraft}
                onDone={close}
                onCancel={close}
              />
            </li>
          ) : (
            <LinkRow key={link.id} link={link} isFull={isFull} drags={drags} onEdit={() => onEdit(link.id)} />
          ),
        )}
      </ul>
      <SortableLinks
        links={links}
        editedId={editedId}
        onOrder={(ordered) => void reorder(ordered)}
        drags={drags}
      />
    </>
  );
}
