-- Those of a run's losses that happened since its last step forward; losses counts them all since the run last proved itself.
ALTER TABLE run ADD COLUMN losses_in_step INTEGER DEFAULT 0 NOT NULL;
UPDATE run SET losses_in_step = losses WHERE losses > 0;
CREATE INDEX run_losses ON run (losses);
