ALTER TABLE "imports" ADD COLUMN "is_encoding_guessed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "letters" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "rows_before" integer DEFAULT 0 NOT NULL;