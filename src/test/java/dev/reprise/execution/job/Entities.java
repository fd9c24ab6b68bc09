package dev.reprise.execution.job;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.metamodel.EntityType;
import java.util.Set;

/** The application's entities in the metamodel of its persistence provider. */
@ApplicationScoped
public class Entities {

  @PersistenceContext(unitName = "reprise")
  EntityManager database;

  Set<EntityType<?>> all() {
    return database.getMetamodel().getEntities();
  }

  /** Reads a row of each, with all its columns. */
  void readOneOfEach() {
    for (EntityType<?> entity : all()) {
      database
          .createQuery("SELECT e FROM %s e".formatted(entity.getName()), entity.getJavaType())
          .setMaxResults(1)
          .getResultList();
    }
  }
}
