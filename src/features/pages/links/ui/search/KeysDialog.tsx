import { Modal } from "@mantine/core";
import classes from "./Found.module.css";

interface KeysDialogProps {
  opened: boolean;
  mayEdit: boolean;
  onClose: () => void;
}

/** The keys of this screen, of which some are only for those who may change links. */
export function KeysDialog({ opened, mayEdit, onClose }: KeysDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.keys}>
        <Key keys={["/"]}>Search links</Key>
        {mayEdit && <Key keys={["c"]}>Add a link</Key>}
        {mayEdit && <Key keys={["e"]}>Edit the link that you’re on</Key>}
        {mayEdit && <Key keys={["x"]}>Select the link that you’re on</Key>}
        {mayEdit && <Key keys={["Esc"]}>Stop selecting</Key>}
        {mayEdit && <Key keys={["Space", "↑", "↓"]}>Move a link, where it’s dragged</Key>}
        <Key keys={["Ctrl", "K"]}>Search everything, or run a command</Key>
        <Key keys={["?"]}>Show these shortcuts</Key>
      </dl>
    </Modal>
  );
}

function Key({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <>
      <dt>
        {keys.map((key, at) => (
          <span key={key}>
            {at > 0 && " "}
            <kbd className={classes.key}>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
