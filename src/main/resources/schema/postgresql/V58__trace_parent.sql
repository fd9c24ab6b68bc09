-- The span in which a run was submitted, as a header traceparent of W3C Trace Context; null if there was none.
ALTER TABLE run ADD COLUMN trace_parent VARCHAR(55);
