CREATE TABLE "help_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"account_id" text,
	"is_answer" boolean NOT NULL,
	"written_by" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"account_id" text,
	"written_by" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"account_id" text,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"page_url" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"is_premium" boolean NOT NULL,
	"assignee_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_request_id_help_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."help_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_notes" ADD CONSTRAINT "help_notes_request_id_help_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."help_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "help_messages_request" ON "help_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "help_messages_account" ON "help_messages" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "help_messages_search" ON "help_messages" USING gin (fold_text("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "help_notes_request" ON "help_notes" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "help_notes_account" ON "help_notes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "help_requests_number" ON "help_requests" USING btree ("number");--> statement-breakpoint
CREATE INDEX "help_requests_queue" ON "help_requests" USING btree ("state","is_premium","waiting_since");--> statement-breakpoint
CREATE INDEX "help_requests_updated" ON "help_requests" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "help_requests_account" ON "help_requests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "help_requests_email" ON "help_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "help_requests_search" ON "help_requests" USING gin (fold_text(("email" || ' ' || "subject")) gin_trgm_ops);