CREATE INDEX "analytics_goals_profile" ON "analytics_goals" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "analytics_notes_profile" ON "analytics_notes" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "stat_shares_profile" ON "stat_shares" USING btree ("profile_id");