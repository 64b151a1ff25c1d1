"""Instructions inside the data: how often a judge follows what stands in the texts that it judges."""
