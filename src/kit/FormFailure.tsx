import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import classes from "./FormFailure.module.css";

/** Explains above a form's buttons why it wasn't saved. */
export function FormFailure({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className={classes.region}>
      {message && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={20} />} p="sm">
          {message}
        </Alert>
      )}
    </div>
  );
}
