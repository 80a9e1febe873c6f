import "#src/kit/deferred.css";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { BlockForm } from "./BlockForm.tsx";
import { BlockPicker } from "./BlockPicker.tsx";
import { type BlockKind, isBlockKind } from "./block-form.ts";
import type { Creation } from "./shared/links-search.ts";

export interface BlockEditorProps {
  profile: Profile;
  /** The block to edit, or what to add. */
  link?: Link;
  creation?: Creation;
  onAdd?: (creation: Creation) => void;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

/** The choice of blocks, or the form of one. */
export function BlockEditor({ profile, link, creation, onAdd, onDraft, onDone }: BlockEditorProps) {
  const kind = link?.kind ?? creation;
  if (isBlockKind(kind)) {
    const props = { profile, kind: kind satisfies BlockKind, onDraft, onDone };
    return link ? <BlockForm {...props} link={link} /> : <BlockForm key={kind} {...props} />;
  }
  return onAdd && <BlockPicker onChoose={onAdd} onCancel={onDone} />;
}
