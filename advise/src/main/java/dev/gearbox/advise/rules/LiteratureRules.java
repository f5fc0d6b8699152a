package dev.gearbox.advise.rules;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.data.DataReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The rules of thumb, from {@code rules.yaml}.
 *
 * @param rules in the order in which they are preferred
 */
public record LiteratureRules(List<LiteratureRule> rules) {
    private static final String FILE = "rules.yaml";

    /** Copies the list. */
    public LiteratureRules {
        rules = List.copyOf(rules);
    }

    /** Returns those that come with the program. */
    public static LiteratureRules shipped() {
        DataReader reader = DataReader.ofPeople(YAMLMapper.builder(), AdviseException::new);
        try (InputStream in = LiteratureRules.class.getResourceAsStream(FILE)) {
            return reader.read(FILE, Objects.requireNonNull(in, FILE), LiteratureRules.class);
        } catch (IOException broken) {
            throw new UncheckedIOException(FILE, broken);
        }
    }

    /** Returns the rules about such a workload. */
    public List<LiteratureRule> about(DescribedWorkload workload) {
        return rules.stream().filter(rule -> rule.appliesTo(workload)).toList();
    }

    /** Returns the first of them that recommends an engine. */
    public Optional<LiteratureRule> recommending(DescribedWorkload workload) {
        return about(workload).stream()
                .filter(rule -> rule.recommends().isPresent())
                .findFirst();
    }
}
