package dev.gearbox.lab.data;

import dev.gearbox.data.DataReader;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the lab's data files, strictly. An error in one is a {@link LabException} that names file and key. */
public final class DataFiles {
    /** Reads YAML. */
    public static final DataReader READER = DataReader.ofPeople(YAMLMapper.builder(), LabException::new);

    private DataFiles() {}
}
