import { Button } from "@mantine/core";
import { IconArrowMerge } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

const MergeDialog = lazy(() =>
  import("./MergeDialog.tsx").then(({ MergeDialog }) => ({ default: MergeDialog })),
);

interface MergeButtonProps {
  pair: readonly [string, string];
  /** Names the two, for people who don't see the button's surroundings. */
  label?: string;
  onMerged: () => void;
}

export function MergeButton({ pair, label, onMerged }: MergeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconArrowMerge size={16} />}
        {...(label && { "aria-label": label })}
        onClick={() => setOpen(true)}
      >
        Merge…
      </Button>
      {isOpen && (
        <Suspense>
          <MergeDialog
            pair={pair}
            onClose={() => setOpen(false)}
            onMerged={() => {
              setOpen(false);
              onMerged();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
