import type { Block, BodyBlock } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { BlockList } from "../blocks/BlockList.tsx";
import { IsInstanceMail } from "../blocks/mail-kind.ts";

interface BodyBlocksProps {
  blocks: readonly BodyBlock[];
  onBlocks: (blocks: BodyBlock[]) => void;
}

/** What an e-mail of the instance says, in the same blocks as everyone’s. */
export function BodyBlocks({ blocks, onBlocks }: BodyBlocksProps) {
  return (
    <IsInstanceMail value={true}>
      <BlockList
        startsOpen
        blocks={[...blocks]}
        onBlocks={(update) => onBlocks(update([...blocks]).filter(isOfBody))}
      />
    </IsInstanceMail>
  );
}

function isOfBody(block: Block): block is BodyBlock {
  return block.type !== "links" && block.type !== "social" && block.type !== "footer";
}
