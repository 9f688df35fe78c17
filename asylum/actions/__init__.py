"""What legal officers do: lodge and follow applications, record permits and renunciations, tick off terms."""
